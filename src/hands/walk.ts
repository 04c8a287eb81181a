import { type Dirent, readdirSync } from 'node:fs';
import type { Found } from '../core/sandbox.ts';
import { atTop, below, ignores, type Rules, rulesAt } from './gitignore.ts';

/** Something met on the way: its absolute path, its name, what it is. */
export type Met = { place: string; name: string; kind: Found['kind'] };

/** Places without end that hold nothing of the work. */
const endless = new Set(['/proc', '/sys', '/dev']);

/**
 * What is below a folder, sorted, each folder before what it holds; `depth` 1 is its own entries. Links are met, not
 * followed; `.git` is left out, and with `hidden: false` every name that begins with a dot; what may not be read is passed over, but for the folder itself, for which it throws.
 */
export function* walk(
  folder: string,
  root: string,
  how: { depth: number; ignored: boolean; hidden?: boolean },
): Generator<Met, void, undefined> {
  const entries = readdirSync(folder, { withFileTypes: true });
  yield* descend(
    folder === '/' ? '' : folder,
    entries,
    how.depth,
    how.ignored ? 'all' : rulesAt(folder, root),
    how.hidden ?? true,
  );
}

function* descend(
  folder: string,
  entries: Dirent[],
  depth: number,
  rules: Rules | null | 'all',
  hidden: boolean,
): Generator<Met, void, undefined> {
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const { name } = entry;
    if (name === '.git' || (!hidden && name.startsWith('.'))) continue;
    const place = `${folder}/${name}`;
    const isFolder = entry.isDirectory();
    if (rules !== 'all' && ignores(rules, place, name, isFolder)) continue;
    yield { place, name, kind: kindOf(entry) };
    if (!isFolder || depth <= 1 || endless.has(place)) continue;
    const inside = entriesOf(place);
    yield* descend(place, inside, depth - 1, rules === 'all' ? rules : rulesIn(place, inside, rules), hidden);
  }
}

function entriesOf(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A repository inside another, such as a submodule, begins anew. */
function rulesIn(place: string, entries: readonly Dirent[], rules: Rules | null): Rules | null {
  let own = false;
  for (const { name } of entries) {
    if (name === '.git') return atTop(place);
    own ||= name === '.gitignore';
  }
  return own ? below(rules, place) : rules;
}

function kindOf(entry: Dirent): Found['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
