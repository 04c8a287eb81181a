import type { Exit, Output } from './sandbox.ts';

/** A command by which the repository proves itself. `why` says where it comes from. */
export type Check = { name: string; command: string; why: string };

/** How a check went; `output` is what it printed. */
export type Ran = Pick<Exit, 'code' | 'killed' | 'milliseconds'> & { output: Output };
export const passed = (ran: Pick<Ran, 'code'>): boolean => ran.code === 0;
/** The shell's word for a program that is not there: it proves nothing, neither way. */
export const isMissing = (ran: Pick<Ran, 'code'>): boolean => ran.code === 127;

/** Something in a change that weakens what the checks prove, e.g. a test that is skipped now. Worst first. */
export type Finding = { kind: string; path: string; count: number; sentence: string };

/** A check before and after the change. `scripts` are changed files that stand behind the command. */
export type Verdict = {
  check: Check;
  before: Pick<Ran, 'code' | 'killed' | 'milliseconds'> | null;
  after: Pick<Ran, 'code' | 'killed' | 'milliseconds'>;
  scripts: readonly string[];
};
