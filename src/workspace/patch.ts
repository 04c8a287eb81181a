import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, ChangeSet } from '../core/change.ts';
import { git, line } from '../git/git.ts';
import { preparePrivateGit } from './private-git.ts';
import { stage } from './stage.ts';

/**
 * A change as a patch that `git apply` takes, binary files included. `pristine` is a git dir that has the base commit; the
 * bytes come from the blob store, so nothing in the folder is read again. `state` is where a git dir of its own is made,
 * because in the others no file counts as text.
 */
export async function patchOf(
  { pristine, state, blobs }: { pristine: string; state: string; blobs: Blobs },
  { base, files }: ChangeSet,
): Promise<Buffer> {
  const gitDir = join(state, 'patch.git');
  try {
    await preparePrivateGit(gitDir, { alternates: [join(pristine, 'objects')] });
    await writeFile(join(gitDir, 'info/attributes'), '');
    await git(gitDir, ['read-tree', base]);
    await stage(gitDir, files, { blobs });
    const tree = line(await git(gitDir, ['write-tree']));
    return await git(gitDir, ['diff-tree', '-p', '--binary', '--no-renames', base, tree]);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}
