import type { ChildProcess } from 'node:child_process';
import { OiError } from '../core/errors.ts';
import type { Prelude } from './shell.ts';

/** One of ours, in Node's terms: a descriptor, a new pipe to us, or nothing. */
export type Stdio = number | 'pipe' | 'ignore';

/** What stands between a program and the machine. Everything else about commands is the same with and without. */
export type Wall = {
  /** Starts a program behind it, as the leader of a process group. `tracing` lets it use ptrace on its own children. */
  spawn(
    argv: readonly string[],
    how: { stdin: Stdio; stdout: Stdio; stderr: 'wall' | 'ignore'; tracing: boolean },
  ): ChildProcess;
  /** Kills such a program and all that it started, as far as the wall goes. */
  kill(child: ChildProcess): void;
  readonly prelude: Prelude;
  /** The folder of long outputs: where we write, and where the agent reads. */
  readonly output: { host: string; inside: string };
  /** What the wall itself complained about since it was last asked; empty when all is well. */
  complaint(): string;
  /** Kills everything behind it and removes what it left. Safe to call twice. */
  close(): Promise<void>;
};

export const closed = (): OiError =>
  new OiError('sandbox.lost', 'The sandbox is closed, so nothing can run in it.', 'Start the run again.');
