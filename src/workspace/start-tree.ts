import { join } from 'node:path';
import type { ObjectId } from '../core/change.ts';
import { git, line } from '../git/git.ts';
import { type BytePath, textOf } from '../git/objects.ts';
import { differences, indexInfo } from './lay.ts';

/** Which files tell an agent how to work, and the commit whose word counts for them. */
export type Instructing = { as: ObjectId; is(path: string): boolean };

/**
 * The tree that an agent starts from: a commit's, with the files that instruct agents as another commit has them, since whoever
 * wrote the first may be a stranger. `replaced` are those in which the two differ. Made in `pristine`, with an index in `state`.
 */
export async function startTree(
  { pristine, state, commit }: { pristine: string; state: string; commit: ObjectId },
  instructing: Instructing | null,
): Promise<{ tree: ObjectId; replaced: readonly BytePath[] }> {
  const found = instructing ? await differ(pristine, commit, instructing) : [];
  if (found.length === 0) return { tree: commit, replaced: [] };
  const index = join(state, 'start.index');
  await git(pristine, ['read-tree', commit], { index });
  await git(pristine, ['update-index', '-z', '--index-info'], { index, input: indexInfo(found) });
  const tree = line(await git(pristine, ['write-tree'], { index }));
  return { tree, replaced: found.map(({ path }) => path) };
}

async function differ(gitDir: string, commit: ObjectId, { as, is }: Instructing) {
  const all = await differences({ gitDir, prefix: '' }, commit, as);
  return all.filter(({ path }) => is(textOf(path) ?? path));
}
