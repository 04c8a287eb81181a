import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type ProcessRun = {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  onLine(line: string): void;
  onStart(pid: number): void;
  cancel: AbortSignal;
  grace: { interruptMilliseconds: number; terminateMilliseconds: number };
};

/** `signals`: what the runner had to send. Times are since the start; `firstLine` is null when nothing was printed. */
export type ProcessEnd = {
  code: number | null;
  signal: NodeJS.Signals | null;
  signals: NodeJS.Signals[];
  firstLineMilliseconds: number | null;
  milliseconds: number;
};

/** Runs a process to its end. Cancelled, it gets SIGINT, then SIGTERM, then SIGKILL, as the runner's does. */
export function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  const child = spawn(run.command, run.args, {
    cwd: run.cwd,
    env: { ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const signals: NodeJS.Signals[] = [];
  let firstLineMilliseconds: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const send = (signal: NodeJS.Signals): void => {
    signals.push(signal);
    child.kill(signal);
  };
  const cancel = (): void => {
    send('SIGINT');
    timer = setTimeout(() => {
      send('SIGTERM');
      timer = setTimeout(() => send('SIGKILL'), run.grace.terminateMilliseconds);
    }, run.grace.interruptMilliseconds);
  };
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      firstLineMilliseconds ??= since();
      run.onLine(line);
    });
  }

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      run.onStart(child.pid ?? 0);
      if (run.cancel.aborted) cancel();
      else run.cancel.addEventListener('abort', cancel, { once: true });
    });
    child.once('exit', () => {
      clearTimeout(timer);
      run.cancel.removeEventListener('abort', cancel);
    });
    child.once('close', (code, signal) =>
      resolve({ code, signal, signals, firstLineMilliseconds, milliseconds: since() }),
    );
  });
}
