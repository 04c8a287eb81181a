import type { Outline } from '../core/outline.ts';
import { fill } from '../text/template.ts';
import type { OutlineData } from './data.ts';

type Line = { text: string; inside: Outline | null };

/** Folders as text, one entry a line. */
export function drawn(outline: Outline, how: OutlineData): string {
  const lines = linesOf(outline, how, how.style.left.top);
  return lines.length > 0 ? lines.join('\n') : how.style.empty;
}

function linesOf(outline: Outline, how: OutlineData, left: string): string[] {
  const { style } = how;
  const { entries, last } = entriesOf(outline, how, left);
  return entries.flatMap(({ text, inside }, index) => {
    const [sign, margin] = index >= last ? [style.last, style.below] : [style.entry, style.beside];
    const below = inside ? linesOf(inside, how, style.left.inside) : [];
    return [`${sign}${text}`, ...below.map((line) => `${margin}${line}`)];
  });
}

/** What stands in a folder, and from which line on it is drawn as the last. */
function entriesOf(
  { files, folders, left }: Outline,
  { first, style }: OutlineData,
  words: string,
): { entries: Line[]; last: number } {
  const line = (text: string): Line => ({ text, inside: null });
  const note = (more: number): Line[] => (more > 0 ? [line(fill(words, { more }))] : []);
  const leaves = files.map(line);
  const branches = folders.map(
    ({ name, closed, inside }): Line => ({ text: `${name}${closed ? style.closed : style.folder}`, inside }),
  );
  const [before, after] = first === 'files' ? [leaves, branches] : [branches, leaves];
  if (style.notes === 'once') {
    const entries = [...before, ...after, ...note(left.files + left.folders)];
    return { entries, last: entries.length - 1 };
  }
  const leftOf = (kind: readonly Line[]): number => (kind === leaves ? left.files : left.folders);
  const entries = [...before, ...note(leftOf(before)), ...after, ...note(leftOf(after))];
  // What comes first alone is drawn to its end without regard to the note behind it.
  const alone = after.length + leftOf(after) === 0;
  return { entries, last: alone ? before.length - 1 : entries.length - 1 };
}
