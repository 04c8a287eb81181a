import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Attempt, Background, Command, Exit, Output, Terminal, TerminalSize } from '../core/sandbox.ts';
import { type Collector, collect, type Spool } from './output.ts';
import type { openPipes } from './pipes.ts';
import { type Running, watch } from './running.ts';
import { commandArguments, inTerminal, quote } from './shell.ts';
import { until } from './until.ts';
import { closed, type Wall } from './wall.ts';

/** Of a terminal that nobody draws. */
const usualSize: TerminalSize = { rows: 24, columns: 80 };

/** The kernel takes 128 KiB in one argument. */
const longestArgument = 100_000;

export type Commands = {
  exec(command: Command, signal: AbortSignal): Promise<Exit>;
  start(command: Command & { terminal: boolean }): Promise<Attempt<Background>>;
  background(handle: string): Background | null;
  openTerminal(command: Command & TerminalSize): Promise<Terminal>;
  terminal(handle: string): Terminal | null;
  /** Kills all that runs. */
  stop(): Promise<void>;
};

/** Commands behind a wall, in the foreground and in the background. */
export function openCommands(wall: Wall, folder: string, pipes: ReturnType<typeof openPipes>): Commands {
  const running = new Set<Running>();
  const handles = new Map<string, Background>();
  const terminals = new Map<string, Terminal>();
  let opened = 0;
  let count = 0;
  let stopped = false;

  return {
    async exec(command, signal) {
      if (signal.aborted) return neverRan;
      const program = await launch(command, { stdin: 'ignore', terminal: null });
      const cancel = () => program.kill('cancelled');
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      return endOf(program).finally(() => signal.removeEventListener('abort', cancel));
    },
    async start(command) {
      const program = await launch(command, {
        // An open pipe that nobody writes to would have ripgrep, and whatever else reads its input, wait for ever.
        stdin: command.terminal ? 'pipe' : 'ignore',
        terminal: command.terminal ? usualSize : null,
      });
      const handle = String(handles.size + 1);
      const background = backgroundOf(handle, program, endOf(program));
      handles.set(handle, background);
      return { ok: true, value: background };
    },
    background: (handle) => handles.get(handle) ?? null,
    async openTerminal(command) {
      const { startTerminal } = await import('./terminal.ts');
      // What one that has ended showed is of no use to anybody, and takes room.
      for (const [handle, terminal] of terminals) if (terminal.exit()) terminals.delete(handle);
      const handle = String(++opened);
      const terminal = await startTerminal(handle, command, async (collect) => {
        const program = await launch(command, { stdin: 'pipe', terminal: command, collect });
        return { program, ended: endOf(program) };
      });
      terminals.set(handle, terminal);
      return terminal;
    },
    terminal: (handle) => terminals.get(handle) ?? null,
    async stop() {
      stopped = true;
      for (const program of running) program.kill('stopped');
      await Promise.allSettled([...running].map(({ ended }) => ended));
    },
  };

  async function launch(
    command: Command,
    how: {
      stdin: 'ignore' | 'pipe';
      terminal: TerminalSize | null;
      collect?: (from: Socket) => Collector;
    },
  ): Promise<Running> {
    if (stopped) throw closed();
    const text = how.terminal ? inTerminal(command.command, how.terminal) : command.command;
    const place = {
      folder: resolve(folder, command.folder ?? '.'),
      note: command.note ?? null,
      home: folder,
    };
    const argv = commandArguments(short(text), place, wall.prelude);
    const pipe = await pipes.take();
    try {
      const child = wall.spawn(argv, {
        stdin: how.stdin,
        stdout: pipe.write,
        stderr: 'wall',
        tracing: how.terminal === null,
      });
      const program = watch(child, pipe, {
        kill: () => wall.kill(child),
        seconds: command.seconds,
        collect: how.collect ?? (() => collect(spool)),
        ended: () => running.delete(program),
      });
      running.add(program);
      return program;
    } catch (error) {
      pipe.sent();
      pipe.done(true);
      throw error;
    }
  }

  /** Where a command did not even begin and the wall complains, the run cannot go on. */
  async function endOf(program: Running): Promise<Exit> {
    const { begun, ...ending } = await program.ended;
    const complaint = begun || ending.killed !== null ? '' : wall.complaint();
    if (complaint === '') return { ...ending, output: program.take() };
    throw new OiError(
      'sandbox.lost',
      `The sandbox failed under a command: ${complaint.replace(/\.?$/, '.')}`,
      'Start the run again; if it happens again, look for what ended its processes, such as a lack of memory.',
    );
  }

  function spool(): Spool {
    const name = `${++count}.txt`;
    return { host: join(wall.output.host, name), inside: join(wall.output.inside, name) };
  }

  function short(text: string): string {
    if (text.length < longestArgument) return text;
    const { host, inside } = spool();
    writeFileSync(host, text, { mode: 0o644 });
    return `eval "$(<${quote(inside)})"`;
  }
}

const nothing: Output = { head: '', omitted: 0, tail: '', file: null };
const neverRan: Exit = { code: null, killed: 'cancelled', output: nothing, milliseconds: 0 };

/** The exit's output is what the look that found the end also shows. */
function backgroundOf(handle: string, program: Running, ended: Promise<Exit>): Background {
  const stdin = program.child.stdin;
  let exit: Exit | null = null;
  let told = false;
  stdin?.on('error', () => undefined);
  ended.then(
    (value) => {
      exit = value;
    },
    () => undefined,
  );
  return {
    handle,
    async poll(waitMilliseconds, signal) {
      await until(ended, waitMilliseconds, signal);
      if (exit === null) return { output: program.take(), exit };
      const output = told ? nothing : exit.output;
      told = true;
      return { output, exit };
    },
    async write(text) {
      if (exit !== null) return { ok: false, why: 'The command has ended.' };
      if (stdin === null)
        return { ok: false, why: 'The command has no input: it was started without a terminal.' };
      if (!stdin.writable) return { ok: false, why: 'The command takes no more input.' };
      stdin.write(text);
      return { ok: true, value: null };
    },
    async stop() {
      program.kill('stopped');
      await ended;
    },
  };
}
