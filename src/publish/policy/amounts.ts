import { tooLarge } from '../../core/change.ts';
import type { Plan } from '../../core/task.ts';
import { isLockfile } from './lockfiles/kinds.ts';
import type { Rule, Sides } from './rule.ts';

/**
 * More than a person reviews. The limits of a change that strangers had a say in come on top of those of every change:
 * lines and deletions, not files, since a word that is renamed in many of them is soon read;
 * 20,000 lines are what GitHub's own view of a pull request ends at (GitHub Docs, "Repository limits").
 */
const most: Record<Plan['taint'], { lines: number; bytes: number; deletions: number }> = {
  trusted: { lines: 20_000, bytes: 4 * 1024 * 1024, deletions: 300 },
  untrusted: { lines: 3_000, bytes: 1024 * 1024, deletions: 20 },
};

const advice = 'Ask for a smaller step; the whole change is kept as a patch.';

export const amounts: Rule = {
  name: 'amounts',
  counts(change, { taint }) {
    const { files } = change;
    const deleted = files.filter(({ now }) => !now).length;
    const { deletions } = most[taint];
    const why = tooLarge(change) ?? over(deleted, deletions, (count) => `The change deletes ${count} files`);
    return why === null ? null : { why, advice };
  },
  whole(files, { taint }) {
    const { lines, bytes } = most[taint];
    // Nobody reads a lockfile line by line; rules of its own do.
    const read = files.filter(({ path }) => !isLockfile(path));
    const why =
      over(sum(read, linesChanged), lines, (count) => `The change adds and takes ${count} lines`) ??
      over(sum(files, bytesAdded), bytes, (count) => `The change adds ${count} bytes`);
    return why === null ? null : { why, advice };
  },
};

const over = (count: number, limit: number, say: (count: number) => string): string | null =>
  count > limit ? `${say(count)}; ${limit} is the limit.` : null;

const sum = (files: readonly Sides[], of: (file: Sides) => number): number =>
  files.reduce((all, file) => all + of(file), 0);

const linesChanged = ({ added, removed }: Sides): number => added.length + removed;

/** Of what is no text all of it is new. */
const bytesAdded = ({ added, now }: Sides): number =>
  added.length === 0 && now?.bytes.includes(0)
    ? now.bytes.length
    : added.reduce((all, line) => all + Buffer.byteLength(line) + 1, 0);
