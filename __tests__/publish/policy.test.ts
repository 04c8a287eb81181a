import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeSet, FileMode } from '../../src/core/change.ts';
import type { Plan } from '../../src/core/task.ts';
import type { Changes } from '../../src/core/trees.ts';
import { judge } from '../../src/publish/policy/index.ts';
import { settings } from '../gates/around.ts';
import { memoryBlobs } from '../support/blobs.ts';

type Side = string | Uint8Array | null;
/** `before` is what the base has there, null where it has nothing. */
type File = { path: string; bytes?: Side; mode?: FileMode; before?: Side; was?: FileMode };
type At = { protect?: readonly string[]; barred?: Changes['barred']; taint?: Plan['taint'] };

/** What is said against a change that writes these files (`bytes: null` deletes one), or null. */
async function objection(files: readonly File[], { protect = [], barred = [], taint = 'trusted' }: At = {}) {
  const blobs = memoryBlobs();
  const changed: ChangeSet['files'][number][] = [];
  for (const {
    path,
    bytes = 'x\n',
    mode = '100644',
    was = mode,
    before = bytes === null ? 'x\n' : null,
  } of files) {
    const data = bytes === null ? null : Buffer.from(bytes);
    const name = data && (await blobs.put(data));
    changed.push({
      path,
      before: before === null ? null : { mode: was, bytes: await blobs.put(Buffer.from(before)) },
      now: data && name ? { mode, bytes: name, size: data.length } : null,
    });
  }
  const change = { base: 'b'.repeat(40), files: changed };
  const at = { settings: { ...settings, protect }, taint, blobs, barred };
  return (await judge(change, at)).blocked;
}

const ordinary = ['src/a.ts', 'README.md', 'docs/github.md', 'test/agent.test.js', 'package.json', 'a/git/x'];

test('an ordinary change meets no objection', async () => {
  assert.equal(await objection(ordinary.map((path) => ({ path }))), null);
});

const guarded: Record<string, readonly string[]> = {
  'continuous integration': ['.github/workflows/a.yml', '.github/oi.yml', 'x/action.yml', '.gitlab-ci.yml'],
  git: ['.gitattributes', 'a/.gitmodules', 'a/.git/config', '.lfsconfig', 'GIT~1/config'],
  hooks: ['.husky/pre-commit', '.pre-commit-config.yaml'],
  'agent instructions': ['AGENTS.md', 'a/CLAUDE.md', '.cursor/rules', '.mcp.json'],
  'editor and environment': ['.vscode/tasks.json', '.envrc', 'a/.devcontainer/x.json'],
  'package registry': ['.npmrc', 'a/.npmrc', 'pip.conf', '.cargo/config.toml'],
};
for (const [name, paths] of Object.entries(guarded)) {
  test(`a change that touches ${name} is held back whole, written or deleted, and the path is named`, async () => {
    for (const path of paths)
      for (const bytes of ['x\n', null]) {
        const found = await objection([{ path: 'src/a.ts' }, { path, bytes }]);
        assert.equal(found?.why, `The change touches ${path}, which is protected (${name}).`);
      }
  });
}

test('other spellings that a disk takes for the same path are held back as well', async () => {
  for (const path of [
    '.GitHub/workflows/a.yml',
    '.\uff47\uff49\uff54\uff48\uff55\uff42/a.yml',
    '.git\u200chub/a.yml',
    'agents.MD',
  ])
    assert.match((await objection([{ path }]))?.why ?? '', /which is protected/, path);
});

test('paths of the settings are protected too, and add to ours', async () => {
  const protect = ['db/migrations/**'];
  assert.equal(await objection([{ path: 'db/migrations/1.sql' }]), null);
  for (const path of ['db/migrations/1.sql', 'DB/Migrations/a/1.sql', '.npmrc'])
    assert.match((await objection([{ path }], { protect }))?.why ?? '', /which is protected/, path);
  assert.equal(await objection([{ path: 'db/seeds.sql' }], { protect }), null);
});

test('a link may lead to a file of the repository, and not out of it, nor into git’s own folder', async () => {
  const link = (bytes: string) => objection([{ path: 'a/link', bytes, mode: '120000' }]);
  assert.equal(await link('../b.txt'), null);
  for (const target of [
    '/etc/passwd',
    '../../b.txt',
    '../..',
    '../.git/config',
    '../.GIT/config',
    '../.g\u200bit',
    '../git~1/hooks',
  ])
    assert.match((await link(target))?.why ?? '', /points out of the repository/, target);
});

test('a large binary file is held back, and a text file of that size is not', async () => {
  const size = 512 * 1024 + 1;
  const binary = await objection([{ path: 'a.bin', bytes: new Uint8Array(size) }]);
  assert.equal(binary?.why, `a.bin is a binary file of ${size} bytes; ${512 * 1024} is the limit.`);
  assert.equal(await objection([{ path: 'a.txt', bytes: 'x'.repeat(size) }]), null);
});

test('more than a person can review is held back', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `src/${index}.ts` }));
  assert.equal(await objection(files(300)), null);
  assert.match((await objection(files(301)))?.why ?? '', /touches 301 files; 300 is the limit/);
});

test('what the workspace knows to be kept elsewhere is held back with its reason', async () => {
  const barred = [{ path: 'a.psd', why: 'is kept in Git LFS' }];
  assert.match(
    (await objection([{ path: 'a.txt' }], { barred }))?.why ?? '',
    /a\.psd, which is kept in Git LFS/,
  );
});
