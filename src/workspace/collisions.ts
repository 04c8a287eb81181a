import type { ChangedFile } from '../core/change.ts';
import type { Changes } from '../core/trees.ts';
import { bytesOf, pathOf } from '../git/objects.ts';
import type { Base } from './base.ts';

/**
 * New paths that a file system which looks at neither case nor Unicode's forms takes for another path of the tree, and
 * files where a folder was, or the other way round. Told from the whole tree, which only who has the base can see.
 */
export function collisions(base: Base, files: readonly Omit<ChangedFile, 'before'>[]): Changes['barred'] {
  const gone = new Set(files.flatMap(({ path, now }) => (now ? [] : [pathOf(path)])));
  const fresh = files.filter(({ path, now }) => now && !base.entries.has(pathOf(path)));
  if (fresh.length === 0) return [];
  const found: { path: string; why: string }[] = [];
  const known = new Map<string, string>();
  for (const path of base.entries.keys()) if (!gone.has(path)) learn(bytesOf(path).toString('utf8'), known);
  for (const { path } of fresh) {
    const swapped = swap(path, base);
    const other = learn(path, known, base.folders);
    if (swapped) found.push({ path, why: swapped });
    else if (other !== null) found.push({ path, why: `other systems take for ${JSON.stringify(other)}` });
  }
  return found;
}

/** Notes a path and the folders above it that are not `old`. Answers the first other one that reads the same, or null. */
function learn(
  path: string,
  known: Map<string, string>,
  old: ReadonlySet<string> = new Set(),
): string | null {
  for (let at = path; at !== '' && !old.has(pathOf(at)); at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const folded = at.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
    const other = known.get(folded);
    if (other !== undefined && other !== at) return other;
    if (other === at) return null;
    known.set(folded, at);
  }
  return null;
}

function swap(path: string, base: Base): string | null {
  if (base.folders.has(pathOf(path))) return 'was a folder';
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    if (base.entries.has(pathOf(folder))) return `stands where ${JSON.stringify(folder)} was no folder`;
  }
  return null;
}
