import { lstatSync } from 'node:fs';
import type { Attempt, Files, Matched } from '../core/sandbox.ts';
import { absolute } from './places.ts';
import { search } from './searching.ts';

/** Each file with a match, newest first, and how many there are in it: all of them, or with `once` only the first. */
export function matches(
  root: string,
  pattern: string,
  how: Parameters<Files['matches']>[1],
): Attempt<{ files: Matched[]; total: number; matches: number }> {
  const all: (Matched & { at: number })[] = [];
  const meet = (path: string): Matched => {
    const met = dated(root, path);
    all.push(met);
    return met;
  };
  const searched = search(root, pattern, how, (expression, path) => {
    const each = new RegExp(expression.source, `${expression.flags}g`);
    let file: Matched | null = null;
    return (line) => {
      const count = how.once ? Number(expression.test(line)) : [...line.matchAll(each)].length;
      if (count === 0) return true;
      file ??= meet(path);
      file.matches += count;
      return !how.once;
    };
  });
  if (!searched.ok) return searched;
  all.sort((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1));
  const files = all.slice(how.skip, how.skip + how.limit).map(({ at: _, ...file }) => file);
  const sum = all.reduce((sum, { matches }) => sum + matches, 0);
  return { ok: true, value: { files, total: all.length, matches: sum } };
}

const dated = (root: string, path: string): Matched & { at: number } => ({
  path,
  matches: 0,
  at: lstatSync(absolute(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
});
