import { errorTable, type Problem } from '../core/errors.ts';
import type { Console } from './console.ts';
import { printable } from './watch.ts';

/** Says on standard error what happened and what to do, with the code. Answers the exit code. */
export function complain({ code, happened, advice }: Problem, { stderr }: Pick<Console, 'stderr'>): number {
  stderr.write(`${printable(`${happened} ${advice}`)} (${code})\n`);
  return errorTable[code].exit;
}
