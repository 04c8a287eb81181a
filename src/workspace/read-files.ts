import type { ObjectId } from '../core/change.ts';
import type { FolderEntry } from '../core/outline.ts';
import { git } from '../git/git.ts';
import { parseBatch, parseTree, pathOf, readObjects, type TreeEntry, textOf } from '../git/objects.ts';

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

/**
 * A file of a commit or tree, also by a link to one in it; null for what is not there, is no file, or lies elsewhere. Git
 * follows links within the tree and reads nothing of the disk (git-cat-file, `--follow-symlinks`).
 */
export async function readFile(gitDir: string, tree: ObjectId, path: string): Promise<Buffer | null> {
  if (path.includes('\n')) return null;
  const how = ['cat-file', '--batch', '--follow-symlinks'];
  const output = await git(gitDir, how, { input: `${tree}:${path}\n` });
  const header = output.toString('latin1', 0, output.indexOf(10));
  return / blob \d+$/.test(header) ? (parseBatch(output)[0] ?? null) : null;
}

/** What is in a folder of a commit or tree, at the top unless told. Names that are not UTF-8 are left out. */
export async function readFolder(gitDir: string, tree: ObjectId, folder = ''): Promise<FolderEntry[]> {
  const within = folder === '' ? [] : ['--', `${folder}/`];
  const listed = parseTree(await git(gitDir, ['ls-tree', '-z', '--full-tree', tree, ...within]));
  return listed.flatMap(({ path, type, mode }) => {
    const name = textOf(path.slice(path.lastIndexOf('/') + 1));
    // A submodule that is not checked out is an empty folder.
    return name === null
      ? []
      : [{ name, folder: type !== 'blob', file: type === 'blob' && mode !== '120000' }];
  });
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
