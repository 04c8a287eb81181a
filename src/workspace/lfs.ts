import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeSet, ObjectId } from '../core/change.ts';
import type { Changes } from '../core/trees.ts';
import { git } from '../git/git.ts';
import { fields, joined, pathOf, textOf } from '../git/objects.ts';
import { preparePrivateGit } from './private-git.ts';

/**
 * The files of a change that the base keeps in Git LFS: their content is elsewhere, and bytes in their place would be
 * content in the history. `.gitattributes` files of the base alone have a say. `state` is where a git dir of its own is made,
 * because in the others no attribute counts.
 */
export async function inLfs(
  { pristine, state }: { pristine: string; state: string },
  { base, files }: { base: ObjectId; files: ChangeSet['files'] },
): Promise<Changes['barred']> {
  const paths = files.flatMap(({ path, now }) => (now ? pathOf(path) : []));
  if (paths.length === 0) return [];
  const gitDir = join(state, 'attributes.git');
  try {
    await preparePrivateGit(gitDir, { alternates: [join(pristine, 'objects')] });
    await writeFile(join(gitDir, 'info/attributes'), '');
    await git(gitDir, ['read-tree', base]);
    const asked = ['check-attr', '--cached', '-z', '--stdin', 'filter'];
    const told = fields(await git(gitDir, asked, { input: joined(paths) }));
    const filters = paths.map((path, at) => ({ path, filter: told[3 * at + 2] }));
    return filters
      .filter(({ filter }) => filter === 'lfs')
      .map(({ path }) => ({ path: textOf(path) ?? path, why }));
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

const why = 'is kept in Git LFS, and only its pointer was here';
