import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git } from '../../src/git/git.ts';
import { readFile, readFiles, readFolder } from '../../src/workspace/read-files.ts';
import { gitAt, repositoryWith } from '../support/repository.ts';

test('many files of a commit are read at once, in the order asked for, whatever they are called and hold', async () => {
  const binary = Buffer.from([10, 0, 255, 10]);
  const folder = repositoryWith({
    'a b\n"\t': 'x',
    'é/😀': binary,
    empty: '',
    large: Buffer.alloc(40_000_000, 'l'),
    larger: Buffer.alloc(40_000_001, 'm'),
  });
  symlinkSync('empty', join(folder, 'link'));
  gitAt(folder, 'update-index', '--add', 'link');
  gitAt(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  gitAt(folder, 'commit', '--quiet', '--message', 'second');
  const gitDir = join(folder, '.git');
  const paths = ['larger', 'é/😀', 'nothing', 'é', 'module', 'a b\n"\t', 'large', 'empty', 'link', 'empty'];
  const read = await readFiles(gitDir, 'HEAD', paths);
  const [larger, strange, nothing, tree, module, odd, large, ...rest] = read;
  assert.deepEqual([larger?.length, large?.length], [40_000_001, 40_000_000]);
  assert.deepEqual([strange, nothing, tree, module], [binary, null, null, null]);
  assert.equal(odd?.toString(), 'x');
  assert.deepEqual(rest.map(String), ['', 'empty', '']);
  assert.deepEqual(await readFiles(gitDir, 'HEAD', []), []);
  await git(gitDir, ['fsck']);
});

test('a link of a commit is read as the file that it leads to within the commit, and nowhere else', async () => {
  const folder = repositoryWith({ 'CLAUDE.md': 'Use tabs.\n', 'é/a b': 'x' });
  const links = {
    'AGENTS.md': 'CLAUDE.md',
    'é/AGENTS.md': '../AGENTS.md',
    out: '../../../etc/passwd',
    whole: '/etc/passwd',
    git: '.git/config',
    gone: 'nothing',
    round: 'round',
    folder: 'é',
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'second');
  const read = async (path: string) =>
    (await readFile(join(folder, '.git'), 'HEAD', path))?.toString() ?? null;
  for (const path of ['CLAUDE.md', 'AGENTS.md', 'é/AGENTS.md']) assert.equal(await read(path), 'Use tabs.\n');
  assert.equal(await read('é/a b'), 'x');
  for (const path of [
    'out',
    'whole',
    'git',
    'gone',
    'round',
    'folder',
    'é',
    'nothing',
    'CLAUDE.md/x',
    'a\nHEAD:out',
  ])
    assert.equal(await read(path), null, path);
});

test('a folder of a commit is told with what each of its entries is', async () => {
  const folder = repositoryWith({ 'a b\n"\t': 'x', 'é/😀': 'y', 'é/in/z': 'z' });
  symlinkSync('é', join(folder, 'link'));
  gitAt(folder, 'update-index', '--add', 'link');
  gitAt(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  gitAt(folder, 'commit', '--quiet', '--message', 'second');
  const gitDir = join(folder, '.git');
  assert.deepEqual(await readFolder(gitDir, 'HEAD'), [
    { name: 'a b\n"\t', folder: false, file: true },
    { name: 'link', folder: false, file: false },
    { name: 'module', folder: true, file: false },
    { name: 'é', folder: true, file: false },
  ]);
  assert.deepEqual(await readFolder(gitDir, 'HEAD', 'é'), [
    { name: 'in', folder: true, file: false },
    { name: '😀', folder: false, file: true },
  ]);
  assert.deepEqual(await readFolder(gitDir, 'HEAD', 'none'), []);
});
