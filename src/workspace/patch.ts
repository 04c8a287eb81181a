import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, ChangeSet } from '../core/change.ts';
import { git, line } from '../git/git.ts';
import { preparePrivateGit } from './private-git.ts';

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
    const entries: string[] = [];
    for (const { path, now } of files) {
      const input = now && (await blobs.get(now.bytes));
      const object = input
        ? line(await git(gitDir, ['hash-object', '-w', '--stdin'], { input }))
        : '0'.repeat(40);
      entries.push(`${now?.mode ?? '0'} ${object}\t${path}\0`);
    }
    await git(gitDir, ['update-index', '-z', '--index-info'], { input: Buffer.from(entries.join('')) });
    const tree = line(await git(gitDir, ['write-tree']));
    return await git(gitDir, ['diff-tree', '-p', '--binary', '--no-renames', base, tree]);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}
