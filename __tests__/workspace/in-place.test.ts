import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Trees } from '../../src/core/trees.ts';
import { diskChanges } from '../../src/workspace/disk-changes.ts';
import { openInPlace } from '../../src/workspace/in-place.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, repositoryWith, treeByGit, write } from '../support/repository.ts';

const open = (folder: string, state = temporaryFolder()): Promise<Trees> =>
  openInPlace({ folder, state, blobs: memoryBlobs() });
const never = new AbortController().signal;
const snapshotOf = async (trees: Trees): Promise<string> => (await trees.snapshot(never)) ?? 'nothing';

const small = { 'a.txt': 'a\n', 'src/b.ts': 'b\n', 'src/deep/c.ts': 'c\n', '.gitignore': '*.log\nbuilt/\n' };

test('a snapshot is the tree that git makes of the folder, whatever was done to it', async () => {
  const folder = repositoryWith(small);
  const trees = await open(folder);
  assert.equal(await snapshotOf(trees), gitAt(folder, 'rev-parse', 'HEAD^{tree}'));
  write(folder, {
    'a.txt': 'changed\n',
    'new/x y.bin': Buffer.from([0, 255, 13, 10]),
    'noise.log': 'ignored',
  });
  rmSync(join(folder, 'src/b.ts'));
  chmodSync(join(folder, 'src/deep/c.ts'), 0o755);
  symlinkSync('../a.txt', join(folder, 'new/link'));
  assert.equal(await snapshotOf(trees), treeByGit(folder));
  assert.equal(await snapshotOf(trees), treeByGit(folder));
});

test('laying a tree puts back bytes, modes, links, deletions and changes of type, and leaves ignored files', async () => {
  const folder = repositoryWith({ ...small, 'run.sh': '#!/bin/sh\n', 'was-file': 'f', 'was-folder/x': 'x' });
  symlinkSync('a.txt', join(folder, 'link'));
  chmodSync(join(folder, 'run.sh'), 0o755);
  const trees = await open(folder);
  const first = await snapshotOf(trees);
  write(folder, { 'noise.log': 'stays', 'built/out': 'stays', 'a.txt': 'other', 'added/deep/x': 'x' });
  for (const path of ['was-file', 'was-folder', 'link', 'src/deep'])
    rmSync(join(folder, path), { recursive: true });
  write(folder, { 'was-file/now/inside': 'x', 'was-folder': 'now a file', link: 'now a file' });
  symlinkSync('../built', join(folder, 'src/deep'));
  chmodSync(join(folder, 'run.sh'), 0o644);
  const second = treeByGit(folder);

  assert.equal(await trees.lay(first), second);
  assert.equal(treeByGit(folder), first);
  assert.equal(readlinkSync(join(folder, 'link')), 'a.txt');
  assert.equal(existsSync(join(folder, 'added')), false);
  assert.equal(readFileSync(join(folder, 'noise.log'), 'utf8'), 'stays');
  assert.equal(readFileSync(join(folder, 'built/out'), 'utf8'), 'stays');

  assert.equal(await trees.lay(second), first);
  assert.equal(treeByGit(folder), second);
});

test('a file that only the newer .gitignore hid goes when the older one is laid, and is kept in what stood before', async () => {
  const folder = repositoryWith(small);
  const trees = await open(folder);
  const first = await snapshotOf(trees);
  write(folder, { '.gitignore': '*\n', 'hidden.txt': 'made since' });
  const before = await trees.lay(first);
  assert.equal(treeByGit(folder), first);
  assert.equal(existsSync(join(folder, 'hidden.txt')), false);
  assert.equal(String(await trees.read(before ?? '', 'hidden.txt')), 'made since');
  assert.equal(String(await trees.read(before ?? '', '.gitignore')), '*\n');
});

test('laying follows no link out of the folder', async () => {
  const outside = temporaryFolder();
  write(outside, { 'x/victim': 'untouched', victim: 'untouched' });
  const folder = repositoryWith({ 'd/x/victim': 'mine', 'e/victim': 'mine', f: 'f' });
  const trees = await open(folder);
  const first = await snapshotOf(trees);
  for (const path of ['d', 'e', 'f']) rmSync(join(folder, path), { recursive: true });
  symlinkSync(outside, join(folder, 'd'));
  symlinkSync(join(outside, 'victim'), join(folder, 'f'));
  const second = await snapshotOf(trees);
  assert.equal(second, treeByGit(folder));
  await trees.lay(first);
  await trees.lay(second);
  assert.equal(readFileSync(join(outside, 'victim'), 'utf8'), 'untouched');
  assert.equal(readFileSync(join(outside, 'x/victim'), 'utf8'), 'untouched');
});

test('a clean repository is not hashed again: a first snapshot makes no object', async () => {
  const folder = repositoryWith(small);
  const state = temporaryFolder();
  await snapshotOf(await open(folder, state));
  const made = execFileSync('find', [
    join(state, 'trees.git/objects'),
    '-type',
    'f',
    '-not',
    '-name',
    'alternates',
  ]);
  assert.equal(String(made), '');
});

test('a file changed at the very moment at which the index was written is still seen', async () => {
  const folder = repositoryWith({ 'a.txt': 'one' });
  // Same size, same time: git tells such a change by the index being no younger than the file.
  const { mtime } = lstatSync(join(folder, '.git/index'));
  writeFileSync(join(folder, 'a.txt'), 'two');
  execFileSync('touch', ['-d', mtime.toISOString(), join(folder, 'a.txt'), join(folder, '.git/index')]);
  gitAt(folder, 'update-index', '--cacheinfo', `100644,${gitAt(folder, 'hash-object', 'a.txt')},a.txt`);
  const trees = await open(folder);
  assert.equal(await snapshotOf(trees), treeByGit(folder));
});

test('every kind of folder works: empty, without git, without a commit, linked work tree, part of a repository', async () => {
  const empty = temporaryFolder();
  assert.equal(await snapshotOf(await open(empty)), '4b825dc642cb6eb9a060e54bf8d69288fbee4904');

  const plain = temporaryFolder();
  write(plain, { x: 'x', 'noise.log': 'n', '.gitignore': '*.log\n', 'node_modules/big/index.js': 'n' });
  const trees = await open(plain);
  const first = await snapshotOf(trees);
  assert.equal(await trees.read(first, 'noise.log'), null);
  assert.equal(await trees.read(first, 'node_modules/big/index.js'), null);
  rmSync(join(plain, 'x'));
  await trees.lay(first);
  assert.equal(readFileSync(join(plain, 'x'), 'utf8'), 'x');

  const unborn = temporaryFolder();
  gitAt(unborn, 'init', '--quiet');
  write(unborn, { x: 'x' });
  assert.equal(await snapshotOf(await open(unborn)), treeByGit(unborn));

  const main = repositoryWith(small);
  const linked = join(temporaryFolder(), 'linked');
  gitAt(main, 'worktree', 'add', '--quiet', linked);
  write(linked, { 'a.txt': 'changed' });
  const state = temporaryFolder();
  assert.equal(await snapshotOf(await open(linked, state)), treeByGit(linked));

  const part = join(main, 'src');
  write(main, {
    'src/noise.log': 'ignored by the rule above',
    'src/deep/new': 'n',
    'a.txt': 'not ours to see',
  });
  const partTrees = await open(part);
  const partTree = await snapshotOf(partTrees);
  assert.equal(partTree, gitAt(main, 'rev-parse', `${treeByGit(main)}:src`));
  write(part, { 'deep/new': 'changed' });
  rmSync(join(part, 'b.ts'));
  await partTrees.lay(partTree);
  assert.equal(gitAt(main, 'rev-parse', `${treeByGit(main)}:src`), partTree);
  assert.equal(readFileSync(join(main, 'a.txt'), 'utf8'), 'not ours to see');

  write(main, { 'built/own/x': 'x' });
  const ignored = await open(join(main, 'built/own'));
  assert.equal(String(await ignored.read(await snapshotOf(ignored), 'x')), 'x');
});

test('bytes that a filter or a rule about line ends keeps otherwise on disk are put back as they stood on disk', async () => {
  const folder = repositoryWith({
    '.gitattributes': '*.bat text eol=crlf\n*.big filter=pointer\n',
    'x.txt': 'x',
  });
  gitAt(folder, 'config', 'filter.pointer.clean', 'head -c 4');
  write(folder, { 'run.bat': 'one\r\ntwo\r\n', 'data.big': 'a large file', 'crlf.txt': 'a\r\n' });
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'x');
  assert.equal(gitAt(folder, 'show', 'HEAD:data.big'), 'a la');
  const trees = await open(folder);
  const first = await snapshotOf(trees);
  assert.equal(String(await trees.read(first, 'run.bat')), 'one\r\ntwo\r\n');
  assert.equal(String(await trees.read(first, 'data.big')), 'a large file');
  write(folder, { 'run.bat': 'lost', 'data.big': 'lost' });
  rmSync(join(folder, 'crlf.txt'));
  await trees.lay(first);
  assert.equal(readFileSync(join(folder, 'run.bat'), 'utf8'), 'one\r\ntwo\r\n');
  assert.equal(readFileSync(join(folder, 'data.big'), 'utf8'), 'a large file');
  assert.equal(readFileSync(join(folder, 'crlf.txt'), 'utf8'), 'a\r\n');
});

test('marks by which the user lets git look past a file do not hide what the agent does to it', async () => {
  const folder = repositoryWith({ a: 'a', b: 'b', c: 'c' });
  gitAt(folder, 'update-index', '--assume-unchanged', 'a');
  gitAt(folder, 'update-index', '--skip-worktree', 'b', 'c');
  rmSync(join(folder, 'c'));
  const trees = await open(folder);
  write(folder, { a: 'changed', b: 'changed' });
  const tree = await snapshotOf(trees);
  assert.equal(String(await trees.read(tree, 'a')), 'changed');
  assert.equal(String(await trees.read(tree, 'b')), 'changed');
  // A sparse checkout leaves files out of the folder on purpose.
  assert.equal(String(await trees.read(tree, 'c')), 'c');
});

test('a split index, an index in the middle of a merge and one that is damaged all do', async () => {
  const split = repositoryWith(small);
  gitAt(split, 'update-index', '--split-index');
  write(split, { 'a.txt': 'changed' });
  assert.equal(await snapshotOf(await open(split)), treeByGit(split));

  const merging = repositoryWith(small);
  gitAt(merging, 'switch', '--quiet', '--create', 'side');
  write(merging, { 'a.txt': 'side\n' });
  gitAt(merging, 'commit', '--quiet', '--all', '--message', 'side');
  gitAt(merging, 'switch', '--quiet', '-');
  write(merging, { 'a.txt': 'here\n' });
  gitAt(merging, 'commit', '--quiet', '--all', '--message', 'here');
  assert.throws(() => gitAt(merging, 'merge', 'side'));
  assert.equal(await snapshotOf(await open(merging)), treeByGit(merging));

  const damaged = repositoryWith(small);
  writeFileSync(join(damaged, '.git/index'), 'no index');
  const tree = await snapshotOf(await open(damaged));
  assert.equal(tree, treeByGit(damaged));
});

test('sockets, FIFOs, unreadable files and names that git keeps for itself neither fail a snapshot nor get into it', async () => {
  const folder = repositoryWith({ ...small, 'becomes-fifo': 'x' });
  const trees = await open(folder);
  rmSync(join(folder, 'becomes-fifo'));
  for (const path of ['becomes-fifo', 'fifo', 'src/fifo']) execFileSync('mkfifo', [join(folder, path)]);
  write(folder, { '.GIT/config': '[core]\n', 'GIT~1': 'x', 'src/.Git': 'x', good: 'x' });
  const tree = await snapshotOf(trees);
  assert.equal(await trees.read(tree, 'becomes-fifo'), null);
  assert.equal(await trees.read(tree, 'GIT~1'), null);
  assert.equal(String(await trees.read(tree, 'good')), 'x');
  assert.equal(await trees.lay(tree), tree);
});

test('what cannot be read keeps its last known state, in snapshots and in change sets', {
  skip: process.getuid?.() === 0 ? 'root can read everything' : false,
}, async () => {
  const folder = repositoryWith({ a: 'a', 'd/b': 'b', c: 'c' });
  const trees = await open(folder);
  const first = await snapshotOf(trees);
  write(folder, { a: 'changed', untracked: 'x', c: 'changed' });
  for (const path of ['a', 'untracked', 'd']) chmodSync(join(folder, path), 0);
  const at = { folder, gitDir: join(folder, '.git'), blobs: memoryBlobs() };
  const tree = await snapshotOf(trees);
  const { change, left } = await diskChanges(at, first);
  for (const path of ['a', 'untracked', 'd']) chmodSync(join(folder, path), 0o755);
  assert.equal(String(await trees.read(tree, 'd/b')), 'b');
  assert.equal(String(await trees.read(tree, 'c')), 'changed');
  assert.equal(await trees.read(tree, 'untracked'), null);
  assert.equal(String(await trees.read(tree, 'a')), 'a');
  assert.deepEqual(
    change.files.map(({ path }) => path),
    ['c'],
  );
  assert.deepEqual(left.map(({ path }) => path).sort(), ['a', 'd', 'untracked']);
});

test('a snapshot that is cancelled or meets a git that hangs is null, and the next one works', async () => {
  const folder = repositoryWith(small);
  const trees = await open(folder);
  assert.equal(await trees.snapshot(AbortSignal.abort()), null);
  execFileSync('mkfifo', [join(folder, 'src/.gitignore')]);
  assert.equal(await trees.snapshot(AbortSignal.timeout(100)), null);
  rmSync(join(folder, 'src/.gitignore'));
  assert.equal(await snapshotOf(trees), treeByGit(folder));
});

test('another process finds the snapshots of a session and lays them, also past a lock that a killed git left', async () => {
  const folder = repositoryWith(small);
  const state = temporaryFolder();
  const first = await snapshotOf(await open(folder, state));
  write(folder, { 'a.txt': 'other', new: 'new' });
  writeFileSync(join(state, 'trees.git/index.lock'), '');
  const trees = await open(folder, state);
  await trees.lay(first);
  assert.equal(treeByGit(folder), first);
});

test('a folder that is moved away answers with null and not with the tree of nothing', async () => {
  const folder = repositoryWith(small);
  const trees = await open(folder);
  renameSync(folder, `${folder}-away`);
  assert.equal(await trees.snapshot(never), null);
  renameSync(`${folder}-away`, folder);
});
