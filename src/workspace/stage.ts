import { Readable } from 'node:stream';
import type { Blobs, ChangedFile, ObjectId } from '../core/change.ts';
import { git } from '../git/git.ts';

type Source = { blobs: Blobs; signal?: AbortSignal | undefined };

/**
 * Puts changed files into the index of a git dir of ours, as bytes: no file on the disk is read and no link followed. Two
 * processes do it, however many files there are.
 */
export async function stage(gitDir: string, files: readonly ChangedFile[], at: Source): Promise<void> {
  const ids = await makeObjects(gitDir, new Set(files.flatMap(({ now }) => now?.bytes ?? [])), at);
  const entries = files.map(({ path, now }) =>
    now ? `${now.mode} ${ids.get(now.bytes)}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`,
  );
  const input = Buffer.from(entries.join(''));
  await git(gitDir, ['update-index', '-z', '--index-info'], { input, signal: at.signal });
}

/** Makes git objects of stored bytes: https://git-scm.com/docs/git-fast-import. Answers their ids by the bytes' names. */
async function makeObjects(
  gitDir: string,
  names: ReadonlySet<string>,
  { blobs, signal }: Source,
): Promise<ReadonlyMap<string, ObjectId>> {
  if (names.size === 0) return new Map();
  async function* commands(): AsyncGenerator<Buffer | string> {
    let mark = 0;
    for (const name of names) {
      const bytes = await blobs.get(name);
      mark += 1;
      yield `blob\nmark :${mark}\ndata ${bytes.length}\n`;
      yield Buffer.from(bytes);
      yield `\nget-mark :${mark}\n`;
    }
    yield 'done\n';
  }
  const input = Readable.from(commands(), { objectMode: false });
  const printed = await git(gitDir, ['fast-import', '--quiet', '--done'], { input, signal });
  const ids = printed.toString('latin1').trimEnd().split('\n');
  return new Map([...names].map((name, at) => [name, ids[at] ?? '']));
}
