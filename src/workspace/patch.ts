import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, ChangeSet } from '../core/change.ts';
import { git, line } from '../git/git.ts';

/**
 * A change as a patch that `git apply` takes, binary files included. `gitDir` is one of ours that has the base commit;
 * the bytes come from the blob store, so nothing in the folder is read again.
 */
export async function patchOf(gitDir: string, { base, files }: ChangeSet, blobs: Blobs): Promise<Buffer> {
  const index = join(gitDir, 'index-of-patch');
  try {
    await git(gitDir, ['read-tree', base], { index });
    const entries: string[] = [];
    for (const { path, now } of files) {
      const input = now && (await blobs.get(now.bytes));
      const object = input
        ? line(await git(gitDir, ['hash-object', '-w', '--stdin'], { input }))
        : '0'.repeat(40);
      entries.push(`${now?.mode ?? '0'} ${object}\t${path}\0`);
    }
    await git(gitDir, ['update-index', '-z', '--index-info'], {
      index,
      input: Buffer.from(entries.join('')),
    });
    const tree = line(await git(gitDir, ['write-tree'], { index }));
    return await git(gitDir, ['diff-tree', '-p', '--binary', '--no-renames', base, tree]);
  } finally {
    await rm(index, { force: true });
  }
}
