import { passed } from '../core/check.ts';
import type { EntryOf } from '../core/session.ts';

type CheckRan = EntryOf<'check.ran'>;

/** How much of what a check printed goes back to the model; what went wrong is said at the end. */
const mostCharacters = 6000;

/** What the next round of work begins with. */
export function tellFailures(failed: readonly CheckRan[], ran: readonly CheckRan[]): string {
  const parts = failed.map((entry) => {
    const before = ran.find(({ check, on }) => check === entry.check && on === 'base');
    return [`\`${entry.check}\` ${endOf(entry)}. ${then(before)}`.trim(), fenced(printed(entry))].join('\n');
  });
  return [
    'The repository’s checks were run on your change in a fresh copy of the repository. This fails:',
    ...parts,
    'Mend what your change broke, and what the task asks for; leave the checks themselves as they are. What failed before and is no part of the task may stay.',
  ].join('\n\n');
}

function then(before: CheckRan | undefined): string {
  if (!before) return '';
  return passed(before.ran) ? 'It passed before your change.' : 'It failed before your change, too.';
}

const endOf = ({ ran }: CheckRan): string =>
  ran.killed === 'timeout'
    ? 'ran into its time limit'
    : ran.killed
      ? 'was killed'
      : `exited with ${ran.code}`;

function printed({ ran: { output } }: CheckRan): string {
  const whole = output.omitted > 0 ? `${output.head}\n[…]\n${output.tail}` : output.head;
  return whole.length <= mostCharacters ? whole : `[…]\n${whole.slice(-mostCharacters)}`;
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
