import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { OiError } from '../core/errors.ts';
import type { Exit, Output } from '../core/sandbox.ts';
import type { Collector } from './output.ts';
import type { Pipe } from './pipes.ts';

/** A program that prints more than this between two looks will never end by itself. */
export const floodBytes = 64 * 1024 * 1024;
/** How long somebody may hold a finished program's output open before we let go. */
const graceMilliseconds = 250;

/** Node's timers go off at once when they are set to more. */
const longestTimer = 2 ** 31 - 1;

/** No command takes this long to begin. */
const startMilliseconds = 5000;

export type Killed = NonNullable<Exit['killed']>;
/** `begun` is false when not even our own steps before the command came to run. */
export type Ending = Omit<Exit, 'output'> & { begun: boolean };

export type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** What was printed since the last look. */
  take(): Output;
  kill(why: Killed): void;
};

/** Watches a program from its start to its end: output, time and the ways to end it. */
export function watch(
  child: ChildProcess,
  pipe: Pipe,
  how: { seconds: number; collect: (from: Socket) => Collector; kill: () => void; ended: () => void },
): Running {
  const started = performance.now();
  let collector = how.collect(pipe.read);
  let killed: Exit['killed'] = null;
  let begun = false;
  const timer = setTimeout(() => kill('timeout'), Math.min(how.seconds * 1000, longestTimer));
  pipe.sent();
  pipe.read.on('data', (chunk: Buffer) => {
    collector.feed(begun ? chunk : chunk.subarray(1));
    begin();
    if (collector.bytes > floodBytes) kill('flood');
  });
  pipe.read.on('error', () => pipe.read.destroy());
  const closed = new Promise<boolean>((resolve) => pipe.read.once('close', () => resolve(true)));

  return { child, ended: end(), take, kill };

  async function end(): Promise<Ending> {
    try {
      const code = await exitOf(child);
      const quiet = await within(closed, graceMilliseconds);
      pipe.done(quiet);
      const milliseconds = Math.round(performance.now() - started);
      return { code: killed === null ? code : null, killed, milliseconds, begun };
    } catch (error) {
      pipe.done(true);
      throw error;
    } finally {
      clearTimeout(timer);
      how.ended();
    }
  }

  function take(): Output {
    const output = collector.finish();
    collector = how.collect(pipe.read);
    return output;
  }

  /** Before it has begun, bubblewrap's two processes are not tied together yet and one would survive the other. */
  function kill(why: Killed): void {
    if (over()) return;
    killed ??= why;
    if (begun) how.kill();
    else setTimeout(() => over() || how.kill(), startMilliseconds).unref();
  }

  function begin(): void {
    if (begun) return;
    begun = true;
    if (killed !== null && !over()) how.kill();
  }

  /** Then its number may be another's. */
  function over(): boolean {
    return child.exitCode !== null || child.signalCode !== null;
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new OiError(
          'sandbox.lost',
          `A command could not be started: ${cause.message}.`,
          'Start the run again.',
          cause,
        ),
      ),
    );
    child.once('exit', (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
  });
}

const signalNumber = (signal: NodeJS.Signals | null): number => (signal ? constants.signals[signal] : 0);

function within(promise: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
