import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectId } from '../core/change.ts';
import { git, line } from '../git/git.ts';
import { joined, parseRawDifferences, type RawDifference } from '../git/objects.ts';
import { giveTo, removeFile } from './open-folder.ts';
import type { Place } from './private-git.ts';

const gitlink = '160000';

/** What differs between two trees of the folder, with paths that start at its top. */
export async function differences(
  { gitDir, prefix }: Pick<Place, 'gitDir' | 'prefix'>,
  before: ObjectId,
  now: ObjectId,
  signal?: AbortSignal,
): Promise<RawDifference[]> {
  const output = await git(gitDir, ['diff-tree', '-r', '--raw', '-z', '--no-renames', before, now], {
    signal,
  });
  return parseRawDifferences(output).map((found) => ({ ...found, path: prefix + found.path }));
}

/**
 * Turns a folder that stands as the tree `from` into `to`, writing only what differs. Files go first, by open folders;
 * then git writes the new ones, which takes away a link or file that stands where a folder must be, and never goes
 * through it.
 */
export async function layDifference(
  place: Place,
  from: ObjectId,
  to: ObjectId,
  signal: AbortSignal,
): Promise<void> {
  const changed = await differences(place, from, to, signal);
  if (changed.length === 0) return;
  const { gitDir, top } = place;
  for (const { path, before, now } of changed) {
    if (now.mode === '000000' && before.mode !== gitlink) removeFile(top, path);
  }
  await git(gitDir, ['update-index', '-z', '--index-info'], { input: indexInfo(changed), signal });
  const written = changed.filter(({ now }) => now.mode !== '000000').map(({ path }) => path);
  if (written.length === 0) return;
  const checkout = ['checkout-index', '--force', '--index', '-z', '--stdin'];
  await git(gitDir, checkout, { workTree: top, input: joined(written), signal });
  const owner = statSync(place.folder);
  if (owner.uid !== 0 && process.getuid?.() === 0) for (const path of written) giveTo(owner, top, path);
}

/** A tree that has what `first` has, and from `second` what `first` lacks there compared with `common`. */
export async function union(
  place: Place,
  first: ObjectId,
  common: ObjectId,
  second: ObjectId,
): Promise<ObjectId> {
  const { gitDir } = place;
  const index = join(gitDir, 'index.union');
  const added = await differences({ gitDir, prefix: '' }, common, second);
  await git(gitDir, ['read-tree', first], { index });
  await git(gitDir, ['update-index', '-z', '--index-info'], { index, input: indexInfo(added) });
  return line(await git(gitDir, ['write-tree', '--missing-ok'], { index }));
}

export const indexInfo = (changed: readonly RawDifference[]): Buffer =>
  joined(changed.map(({ path, now }) => `${now.mode === '000000' ? '0' : now.mode} ${now.id}\t${path}`));
