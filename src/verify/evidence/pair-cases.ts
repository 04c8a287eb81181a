import type { Case } from '../source/side.ts';
import type { CasePairs, FilePair } from './pairs.ts';
import { matchByLines } from './similar.ts';

/**
 * Which test is which: first by its title in the same file, then by its title in another one, then by what it does. So a
 * test that moved or got another name is not gone, and one whose place another test took is.
 */
export function pairCases(files: readonly FilePair[]): CasePairs {
  const pairs: { before: Case; after: Case }[] = [];
  const gone: Case[] = [];
  const fresh: Case[] = [];
  for (const { before, after } of files) {
    const found = byTitle(before?.cases ?? [], after?.cases ?? [], stillFound);
    pairs.push(...found.pairs);
    gone.push(...found.removed);
    fresh.push(...found.added);
  }
  const moved = byTitle(gone, fresh, (before, after) => stillFound(before, after) && alike(before, after));
  const same = matchByLines(
    moved.removed.map(({ lines }) => lines),
    moved.added.map(({ lines }) => lines),
    (before, after) => stillFound(moved.removed[before], moved.added[after]),
  );
  const targets = new Set(same.values());
  const renamed = [...same].flatMap(([from, to]) => {
    const [before, after] = [moved.removed[from], moved.added[to]];
    return before && after ? [{ before, after }] : [];
  });
  return {
    pairs: [...pairs, ...moved.pairs, ...renamed],
    removed: moved.removed.filter((_, index) => !same.has(index)),
    added: moved.added.filter((_, index) => !targets.has(index)),
  };
}

/** A test that moves to a file which no runner finds by its name does not run any more. */
const stillFound = (before: Case | undefined, after: Case | undefined): boolean =>
  !before?.named || (after?.named ?? false);

/** A title such as `works` says little; what moved brings some of its lines along. */
const alike = (before: Case, after: Case): boolean =>
  before.lines.length === 0 || before.lines.some((line) => after.lines.includes(line));

function byTitle(
  before: readonly Case[],
  after: readonly Case[],
  allowed: (before: Case, after: Case) => boolean,
): CasePairs {
  const waiting = Map.groupBy(after, ({ title }) => title);
  const pairs: { before: Case; after: Case }[] = [];
  const removed: Case[] = [];
  for (const one of before) {
    const others = waiting.get(one.title) ?? [];
    const index = others.slice(0, 20).findIndex((other) => allowed(one, other));
    const other = others[index];
    if (other) {
      others.splice(index, 1);
      pairs.push({ before: one, after: other });
    } else removed.push(one);
  }
  return { pairs, removed, added: [...waiting.values()].flat() };
}
