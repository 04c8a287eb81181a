import type { ObjectId } from '../core/change.ts';
import { git } from '../git/git.ts';
import { parseTree, pathOf, readObjects, type TreeEntry } from '../git/objects.ts';

/** What one process prints is in memory as a whole. */
const batchBytes = 64_000_000;

/**
 * Files and links of a commit or tree, in the order asked for; null for what is not there or is no file. By two processes,
 * and one more for each further 64 MB, however many there are.
 */
export async function readFiles(
  gitDir: string,
  tree: ObjectId,
  paths: readonly string[],
): Promise<(Buffer | null)[]> {
  if (paths.length === 0) return [];
  const wanted = new Set(paths.map(pathOf));
  const listed = parseTree(await git(gitDir, ['ls-tree', '-r', '-z', '--long', '--full-tree', tree]));
  const found = listed.filter(({ type, path }) => type === 'blob' && wanted.has(path));
  const bytes = new Map<string, Buffer | null>();
  for (const batch of batches(found)) {
    const ids = batch.map(({ id }) => id);
    const objects = await readObjects(gitDir, ids);
    for (const [at, { path }] of batch.entries()) bytes.set(path, objects[at] ?? null);
  }
  return paths.map((path) => bytes.get(pathOf(path)) ?? null);
}

function batches(entries: readonly TreeEntry[]): TreeEntry[][] {
  const all: TreeEntry[][] = [[]];
  let room = batchBytes;
  for (const entry of entries) {
    if (entry.size > room && all.at(-1)?.length) {
      all.push([]);
      room = batchBytes;
    }
    all.at(-1)?.push(entry);
    room -= entry.size;
  }
  return all;
}
