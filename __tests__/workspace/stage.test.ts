import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ChangedFile } from '../../src/core/change.ts';
import { git, line } from '../../src/git/git.ts';
import { preparePrivateGit } from '../../src/workspace/private-git.ts';
import { stage } from '../../src/workspace/stage.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, repositoryWith } from '../support/repository.ts';

const inside: Record<string, string | Uint8Array> = {
  'é/😀': Buffer.from([10, 0, 255, 10]),
  'a b\n"\t': '',
  gone: 'x',
};
for (let i = 0; i < 2000; i++) inside[`many/${i}`] = `${i}`;
const blobs = memoryBlobs();

async function fileOf(path: string): Promise<ChangedFile> {
  const bytes = Buffer.from(inside[path] ?? '');
  const now = { mode: '100644', bytes: (await blobs.put(bytes)) ?? '', size: bytes.length } as const;
  return { path, before: null, now };
}

test('thousands of files are put into an index by two processes, as git itself would have them', async (t) => {
  const folder = repositoryWith(inside);
  gitAt(folder, 'rm', '--quiet', '--cached', 'gone');
  const expected = gitAt(folder, 'write-tree');
  const files = await Promise.all(Object.keys(inside).map(fileOf));
  const gitDir = join(temporaryFolder(), 'trees.git');
  await preparePrivateGit(gitDir, { alternates: [join(folder, '.git/objects')] });
  await git(gitDir, ['read-tree', '--empty']);
  const begin = performance.now();
  await stage(gitDir, files, { blobs });
  t.diagnostic(`${files.length} files in ${Math.round(performance.now() - begin)} ms`);
  await stage(gitDir, [{ path: 'gone', before: null, now: null }], { blobs });
  assert.equal(line(await git(gitDir, ['write-tree'])), expected);
});

test('bytes that are not in the store end it with their own error', { timeout: 20_000 }, async () => {
  const gitDir = join(temporaryFolder(), 'trees.git');
  await preparePrivateGit(gitDir, {});
  const lost: ChangedFile = {
    path: 'a',
    before: null,
    now: { mode: '100644', bytes: 'f'.repeat(64), size: 1 },
  };
  await assert.rejects(stage(gitDir, [await fileOf('é/😀'), lost], { blobs }), /no blob ffff/);
});
