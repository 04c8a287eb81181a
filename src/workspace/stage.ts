import type { Blobs, ChangedFile } from '../core/change.ts';
import { git, line } from '../git/git.ts';

/**
 * Puts changed files into the index of a git dir of ours, as bytes: no file on the disk is read and no link followed. How
 * many git processes make objects at a time is bounded.
 */
export async function stage(
  gitDir: string,
  files: readonly ChangedFile[],
  { blobs, signal }: { blobs: Blobs; signal?: AbortSignal | undefined },
): Promise<void> {
  const entries: string[] = [];
  for (let at = 0; at < files.length; at += atATime) {
    entries.push(...(await Promise.all(files.slice(at, at + atATime).map(entryOf))));
  }
  const input = Buffer.from(entries.join(''));
  await git(gitDir, ['update-index', '-z', '--index-info'], { input, signal });

  async function entryOf({ path, now }: ChangedFile): Promise<string> {
    if (!now) return `0 ${'0'.repeat(40)}\t${path}\0`;
    const input = await blobs.get(now.bytes);
    const object = line(await git(gitDir, ['hash-object', '-w', '--stdin'], { input, signal }));
    return `${now.mode} ${object}\t${path}\0`;
  }
}

const atATime = 4;
