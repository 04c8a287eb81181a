import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * Keeps the last whole lines of an output, as many as both limits allow; of a single line that is too long, its end. Like
 * every output it is all in `head` while `omitted` is 0, else what is kept is in `tail`. `first`, `last` and `total`
 * number the lines kept, null where the log does not tell; an end of line at the very end begins one more.
 */
export const tail: Step<'tail'> = {
  name: 'tail',
  apply(fields, { field, lines, chars }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [head, end, omitted] = [String(output['head']), String(output['tail']), Number(output['omitted'])];
    const there = omitted === 0 ? head + end : end;
    const kept = lastLines(there, lines, omitted > 0 ? Math.min(chars, there.length - 1) : chars);
    const left = omitted + (omitted === 0 ? 0 : head.length) + there.length - kept.length;
    const total = omitted === 0 ? linesIn(there) : totalOf(head, end, output['omittedLines']);
    const first = total === null ? null : total - linesIn(kept) + 1;
    const shown = left === 0 ? { head: kept, tail: '' } : { head: '', tail: kept };
    set(fields, field, { ...output, ...shown, omitted: left, first, last: total, total });
  },
};

function lastLines(text: string, lines: number, chars: number): string {
  const few = text.split('\n').slice(-lines).join('\n');
  if (few.length <= chars) return few;
  const end = few.slice(few.length - chars);
  if (few[few.length - chars - 1] === '\n') return end;
  const newline = end.indexOf('\n');
  return newline === -1 ? end.toWellFormed() : end.slice(newline + 1);
}

const linesIn = (text: string): number => text.split('\n').length;

function totalOf(head: string, tail: string, between: unknown): number | null {
  return typeof between === 'number' ? linesIn(head) + between + linesIn(tail) - 1 : null;
}
