import type { Item } from '../core/model.ts';
import type { Entry, EntryOf } from '../core/session.ts';
import { fill } from '../text/template.ts';
import type { RepeatsData } from './data.ts';
import { begins } from './present.ts';

/** For each call of a reply, how many of the same name and arguments have come in a row with it, in this round. */
export function streaks(entries: readonly Entry[], replied: EntryOf<'model.replied'>): number[] {
  const calls = keysOf(replied);
  return calls.map((key, index) => {
    const here = runAtEnd(calls.slice(0, index + 1), key);
    return here <= index ? here : here + earlier(entries, replied, key);
  });
}

/** Goes back no further than the run does. */
function earlier(entries: readonly Entry[], replied: EntryOf<'model.replied'>, key: string): number {
  let count = 0;
  for (let at = entries.findLastIndex(({ seq }) => seq === replied.seq) - 1; at >= 0; at--) {
    const entry = entries[at];
    if (!entry || begins(entry)) return count;
    if (entry.type !== 'model.replied') continue;
    const calls = keysOf(entry);
    const run = runAtEnd(calls, key);
    count += run;
    if (run < calls.length) return count;
  }
  return count;
}

function runAtEnd(calls: readonly string[], key: string): number {
  return calls.length - 1 - calls.findLastIndex((other) => other !== key);
}

const keysOf = ({ reply }: EntryOf<'model.replied'>): string[] => reply.items.flatMap(keyOf);

const keyOf = (item: Item): string[] => {
  if (item.kind === 'call') return [JSON.stringify([item.name, item.args])];
  return item.kind === 'garbled' ? [JSON.stringify([item.name, item.raw])] : [];
};

/** What is put behind the result of a call; nothing while it has not come often. */
export function reminder({ reminders }: RepeatsData, count: number): string {
  const due = reminders
    .filter(({ from }) => from <= count)
    .toSorted((one, other) => other.from - one.from)[0];
  return due ? `\n\n${fill(due.text, { count }).trim()}` : '';
}
