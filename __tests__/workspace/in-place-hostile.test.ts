import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Trees } from '../../src/core/trees.ts';
import { openInPlace } from '../../src/workspace/in-place.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, repositoryWith, treeByGit, write } from '../support/repository.ts';

const open = (folder: string): Promise<Trees> =>
  openInPlace({ folder, state: temporaryFolder(), blobs: memoryBlobs() });
const never = new AbortController().signal;
const snapshotOf = async (trees: Trees): Promise<string> => (await trees.snapshot(never)) ?? 'nothing';

const small = { 'a.txt': 'a\n', 'src/b.ts': 'b\n' };

test('repositories inside the folder are left out and none of their files or configurations is touched', async () => {
  const folder = repositoryWith(small);
  const clean = treeByGit(folder);
  const marker = join(temporaryFolder(), 'ran');
  for (const name of ['nested', 'unborn']) hostile(join(folder, name), marker);
  gitAt(join(folder, 'nested'), 'add', '.');
  gitAt(join(folder, 'nested'), 'commit', '--quiet', '--message', 'x');
  rmSync(marker, { force: true });
  const trees = await open(folder);
  assert.equal(await snapshotOf(trees), clean);
  write(folder, { 'a.txt': 'other' });
  const { change, left } = await trees.changes(clean);
  assert.deepEqual(
    change.files.map(({ path }) => path),
    ['a.txt'],
  );
  assert.deepEqual(left.map(({ path }) => path).sort(), ['nested/', 'unborn/']);
  await trees.lay(clean);
  assert.equal(existsSync(join(folder, 'nested/x')), true);
  assert.equal(existsSync(marker), false);
});

test('nothing that the user repository configures is ever run, and its git dir stays as it is', async () => {
  const folder = repositoryWith(small);
  const marker = join(temporaryFolder(), 'ran');
  write(folder, { 'a.txt': 'dirty\n' });
  hostile(folder, marker);
  // The attack works on git as it comes.
  gitAt(folder, 'status', '--porcelain');
  gitAt(folder, 'add', '--all');
  assert.match(readFileSync(marker, 'utf8'), /fsmonitor/);
  assert.match(readFileSync(marker, 'utf8'), /filter/);
  write(folder, { 'a.txt': 'dirtier\n', 'b.txt': 'new' });
  rmSync(marker);
  const before = listing(join(folder, '.git'));

  const trees = await open(folder);
  const first = await snapshotOf(trees);
  write(folder, { 'a.txt': 'dirtiest\n' });
  await snapshotOf(trees);
  await trees.lay(first);
  await trees.changes(first);
  assert.equal(existsSync(marker), false);
  assert.deepEqual(listing(join(folder, '.git')), before);
});

/** A repository whose configuration writes a marker whichever way it is run. */
function hostile(folder: string, marker: string): void {
  mkdirSync(folder, { recursive: true });
  gitAt(folder, 'init', '--quiet');
  const run = (what: string): string => `sh -c 'echo ${what} >> ${marker}; cat' --`;
  for (const [key, what] of [
    ['core.fsmonitor', 'fsmonitor'],
    ['filter.evil.clean', 'filter'],
    ['filter.evil.smudge', 'filter'],
    ['diff.evil.textconv', 'textconv'],
    ['diff.external', 'external'],
    ['core.alternateRefsCommand', 'alternates'],
  ] as const) {
    gitAt(folder, 'config', key, run(what));
  }
  const hooks = join(folder, '.git/evil-hooks');
  mkdirSync(hooks);
  for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-commit']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\necho ${hook} >> ${marker}\n`, { mode: 0o755 });
  }
  gitAt(folder, 'config', 'core.hooksPath', hooks);
  write(folder, { '.gitattributes': '* filter=evil diff=evil\n', x: 'x\n' });
}

/**
 * Every file of a git dir with its size and time. An object's time counts not: git renews it when it would write the same
 * object, also a borrowed one, which keeps `git gc` from removing it.
 */
function listing(gitDir: string): string[] {
  const found = execFileSync('find', [gitDir, '-printf', '%P %m %s %T@\n'], { encoding: 'utf8' });
  return found
    .split('\n')
    .map((line) => (line.startsWith('objects/') ? line.replace(/ \S+$/, '') : line))
    .sort();
}
