import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectId } from '../core/change.ts';
import { type GitRun, git, line } from '../git/git.ts';
import { type BytePath, fields, joined, parseRawDifferences } from '../git/objects.ts';
import { isGitPath } from './git-names.ts';
import type { Place } from './private-git.ts';
import { standings } from './standing.ts';

/** What stands in the folder and is in no tree, and why, as the end of a sentence about the path. */
export type Omission = { path: BytePath; why: string };
export type Snapshot = { tree: ObjectId; left: readonly Omission[] };

/** The tree of nothing, which git knows without having it. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const maxFiles = 200_000;
const maxNewBytes = 2_000_000_000;

/**
 * The folder as a tree: what differs from the index by a look at every file goes into the index, and the index becomes a
 * tree. Git never enters a repository inside the folder (as `git add` and `git status` do, and run what that one's
 * configuration says): its path ends with a slash here and is left out. Null when there is too much to keep.
 * `afresh` are paths whose entry in the index is not to be believed; `indexed` is the index's tree where it is known.
 */
export async function takeSnapshot(
  place: Place,
  signal: AbortSignal,
  { afresh = [], indexed = null }: { afresh?: readonly BytePath[]; indexed?: ObjectId | null },
): Promise<Snapshot | null> {
  await rm(join(place.gitDir, 'index.lock'), { force: true });
  // Most first snapshots find what the index has, so its tree is made meanwhile; an index with conflicts has none yet.
  const [sorted, known] = await Promise.allSettled([
    sort(place, signal, afresh),
    indexed ?? writeTree(place, signal),
  ]);
  if (sorted.status === 'rejected') throw sorted.reason;
  const found = sorted.value;
  if (found.add.length > maxFiles || found.newBytes > maxNewBytes) return null;
  const same = found.add.length + found.remove.length === 0;
  if (!same) await updateIndex(place, found, signal);
  const made = same && known.status === 'fulfilled';
  return { tree: made ? known.value : await writeTree(place, signal), left: found.left };
}

type Found = { add: BytePath[]; remove: BytePath[]; left: Omission[]; newBytes: number };

async function sort(place: Place, signal: AbortSignal, afresh: readonly BytePath[]): Promise<Found> {
  const inFolder = place.prefix === '' ? [] : ['--', `:(literal)${place.prefix}`];
  const run: GitRun = { workTree: place.top, signal };
  const [known, unknown] = await Promise.all([
    git(
      place.gitDir,
      ['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all', ...inFolder],
      run,
    ),
    git(place.gitDir, ['ls-files', '--others', '-z', '--exclude-standard', ...inFolder], run),
  ]);
  const standing = standings(place.top);
  const found: Found = { add: [], remove: [...afresh], left: [], newBytes: 0 };
  const differing = new Map(parseRawDifferences(known).map((known) => [known.path, known.before.mode]));
  for (const path of afresh) differing.set(path, '100644');
  for (const [path, mode] of differing) {
    const now = standing(path);
    if (now.kind === 'file' || now.kind === 'link') keep(found, path, now.bytes);
    else if (now.kind === 'gone' || (now.kind === 'folder' && mode !== '160000')) found.remove.push(path);
    else if (now.kind === 'shut')
      found.left.push({ path, why: 'cannot be read; its last known state stands' });
    else if (now.kind === 'odd') {
      found.remove.push(path);
      found.left.push({ path, why: 'is a socket, FIFO or device' });
    }
  }
  for (const path of fields(unknown)) {
    const now = standing(path);
    if (path.endsWith('/')) found.left.push({ path, why: 'is a repository of its own' });
    else if (isGitPath(path)) found.left.push({ path, why: 'has a name that git keeps for itself' });
    else if (now.kind === 'file' || now.kind === 'link') keep(found, path, now.bytes);
    else if (now.kind === 'shut') found.left.push({ path, why: 'cannot be read' });
  }
  return found;
}

function keep(found: Found, path: BytePath, bytes: number): void {
  found.add.push(path);
  found.newBytes += bytes;
}

async function updateIndex(
  { gitDir, top }: Place,
  { add, remove }: Found,
  signal: AbortSignal,
): Promise<void> {
  const update = (how: string[], paths: readonly BytePath[]): Promise<Buffer> =>
    git(gitDir, ['update-index', ...how, '-z', '--stdin'], { workTree: top, input: joined(paths), signal });
  if (remove.length > 0) await update(['--force-remove'], remove);
  if (add.length > 0) await update(['--add', '--remove', '--replace'], add);
}

/** Objects may be missing where the repository is a partial clone. */
async function writeTree({ gitDir, prefix }: Place, signal: AbortSignal): Promise<ObjectId> {
  const args = ['write-tree', '--missing-ok'];
  if (prefix === '') return line(await git(gitDir, args, { signal }));
  const tree = line(await git(gitDir, [...args, `--prefix=${prefix}`], { signal, exits: [0, 128] }));
  // Git finds no such folder in an index that has nothing in it.
  return tree === '' ? emptyTree : tree;
}
