import { asText } from './whole.ts';

/** Lines from one number on, of all the lines that there are; an end of line at the very end begins one more. */
export type Excerpt = { start: number; lines: number; total: number; text: string };

/** Lines around a change, and the most that are worth showing. */
const around = 4;
const most = { lines: 1000, characters: 25_000 };

/** All lines that are others than before, with some on each side. Null where nothing is left, or too much has changed. */
export function excerptOf(before: string, after: string): Excerpt | null {
  if (after === '' || after === before) return null;
  const [old, now] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < Math.min(old.length, now.length) && old[first] === now[first]) first++;
  let [oldEnd, end] = [old.length, now.length];
  while (oldEnd > first && end > first && old[oldEnd - 1] === now[end - 1]) {
    oldEnd--;
    end--;
  }
  const from = Math.max(0, first - around);
  const shown = now.slice(from, Math.min(now.length, end + around));
  const text = asText(shown.join('\n'));
  if (end - first > most.lines || text.length > most.characters) return null;
  return { start: from + 1, lines: shown.length, total: now.length, text };
}
