import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mostBaseBytes } from '../../src/core/change.ts';
import type { Changes } from '../../src/core/trees.ts';
import { diskChanges } from '../../src/workspace/disk-changes.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { listTree, treeWith } from '../support/change-set.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, repositoryWith, treeByGit, write } from '../support/repository.ts';

/** A folder that an agent works in, and a repository of ours that has its first commit. */
function workIn(files: Record<string, string | Uint8Array>) {
  const folder = repositoryWith(files);
  const ours = join(temporaryFolder(), 'ours.git');
  gitAt(folder, 'clone', '--quiet', '--bare', folder, ours);
  const base = gitAt(folder, 'rev-parse', 'HEAD');
  const blobs = memoryBlobs();
  const changes = (): Promise<Changes> => diskChanges({ folder, gitDir: ours, blobs }, base);
  /** The change set's tree is the one that git makes of the folder. */
  const agrees = async (): Promise<Changes> => {
    const found = await changes();
    const tree = await treeWith(folder, found.change, blobs);
    assert.deepEqual(listTree(folder, tree), listTree(folder, treeByGit(folder, base)));
    return found;
  };
  return { folder, base, blobs, changes, agrees };
}

const paths = ({ change }: Changes): string[] => change.files.map(({ path }) => path);
const leftIn = ({ left }: Changes): string[] => left.map(({ path, why }) => `${path} ${why}`);

test('an untouched folder has no changes', async () => {
  const { agrees } = workIn({ a: 'a', 'd/b': 'b' });
  assert.deepEqual(paths(await agrees()), []);
});

test('bytes of every kind, modes, links, deletions, renames and changes of type become git’s own tree', async () => {
  const { folder, agrees } = workIn({
    'crlf.txt': 'a\r\nb\r\n',
    'latin1.txt': Buffer.from('caf\xe9\n', 'latin1'),
    'nul.bin': Buffer.from([0, 1, 2, 0]),
    'run.sh': '#!/bin/sh\n',
    'old/name.ts': 'same content\n',
    'was-file': 'f',
    'was-folder/x': 'x',
    'was-folder/y': 'y',
    gone: 'g',
    '.gitattributes': '*.txt text=auto eol=lf ident\n*.bin filter=lfs\n',
  });
  write(folder, {
    'crlf.txt': 'a\r\nb\r\nc\r\n',
    'latin1.txt': Buffer.from('caf\xe9s\n', 'latin1'),
    'nul.bin': Buffer.from([0, 255, 0, 13, 10]),
    '.gitattributes': '*.txt text eol=lf ident working-tree-encoding=UTF-16\n*.bin filter=lfs\n',
    empty: '',
    '$Id$.txt': '$Id$\r\n',
  });
  chmodSync(join(folder, 'run.sh'), 0o775);
  mkdirSync(join(folder, 'new'));
  renameSync(join(folder, 'old/name.ts'), join(folder, 'new/name.ts'));
  for (const path of ['was-file', 'was-folder', 'gone']) rmSync(join(folder, path), { recursive: true });
  write(folder, { 'was-file/inside': 'x', 'was-folder': 'now a file' });
  symlinkSync('run.sh', join(folder, 'link'));
  symlinkSync('/nowhere/at all', join(folder, 'dangling'));
  symlinkSync('.', join(folder, 'loop'));
  linkSync(join(folder, 'run.sh'), join(folder, 'hard'));
  mkdirSync(join(folder, 'nothing in it'));
  const found = await agrees();
  assert.deepEqual(
    paths(found),
    [...paths(found)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  assert.equal(found.change.files.find(({ path }) => path === 'run.sh')?.now?.mode, '100755');
  assert.equal(found.change.files.find(({ path }) => path === 'gone')?.now, null);
});

test('odd names come through byte for byte, in the order of their bytes', async () => {
  const { folder, agrees } = workIn({ 'a b': '1', '-rf': '2', 'Ünï/é': '3' });
  rmSync(join(folder, '-rf'));
  const names = [
    '--output=x',
    '"q"',
    "'s'",
    'a\nb',
    'a\tb',
    ':(top)x',
    '*',
    '😀.md',
    'e\u0301',
    'é',
    '\\',
    ' ',
    '~',
    '#',
  ];
  for (const name of names) write(folder, { [name]: name, [`d ${name}/x`]: name });
  const found = await agrees();
  assert.equal(paths(found).length, 2 * names.length + 1);
});

test('what the base or the folder ignores stays here; what is tracked counts although it is ignored', async () => {
  const { folder, agrees } = workIn({
    '.gitignore': '*.log\n/built/\n!keep.log\n',
    'tracked.log': 'tracked',
    'sub/.gitignore': '*.tmp\n',
  });
  write(folder, {
    'tracked.log': 'changed',
    'noise.log': 'n',
    'keep.log': 'k',
    'built/x': 'x',
    'sub/a.tmp': 't',
    'a.tmp': 'not ignored here',
    'fresh/.gitignore': '*\n',
    'fresh/x': 'x',
  });
  assert.deepEqual(paths(await agrees()), ['a.tmp', 'keep.log', 'tracked.log']);
});

test('an agent that empties .gitignore does not publish what the repository means to keep back', async () => {
  const { folder, changes } = workIn({ '.gitignore': '.env\n' });
  write(folder, { '.gitignore': '', '.env': 'KEY=1' });
  assert.deepEqual(paths(await changes()), ['.gitignore']);
});

test('G2: installed packages that the repository forgets to ignore are left out and said; tracked ones count', async () => {
  const { folder, changes } = workIn({ 'vendored/node_modules/kept.js': 'k', 'README.md': 'r' });
  write(folder, {
    'venv/lib/x.py': 'x',
    'app/node_modules/y/index.js': 'y',
    'target/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55',
    'target/debug/app': 'binary',
    'vendored/node_modules/kept.js': 'changed',
    'vendored/node_modules/new/index.js': 'n',
    'src/target/module.rs': 'a folder that is only called so',
  });
  const found = await changes();
  assert.deepEqual(paths(found), ['src/target/module.rs', 'vendored/node_modules/kept.js']);
  assert.deepEqual(leftIn(found), [
    'app/node_modules holds what was installed or built',
    'target holds what was installed or built',
    'vendored/node_modules holds what was installed or built',
    'venv holds what was installed or built',
  ]);
  write(folder, { '.gitignore': 'node_modules/\nvenv/\ntarget/\n' });
  assert.deepEqual(leftIn(await changes()), []);
});

test('T50, E50: repositories inside the folder are left out and said, but not the files that the base tracks there', async () => {
  const { folder, changes } = workIn({ 'src/a': 'a', 'src/b': 'b' });
  for (const name of ['nested', 'src']) gitAt(folder, 'init', '--quiet', name);
  gitAt(folder, 'init', '--quiet', '--bare', 'embedded');
  write(folder, { 'nested/x': 'x', 'src/a': 'changed' });
  const found = await changes();
  assert.deepEqual(paths(found), ['src/a']);
  assert.deepEqual(leftIn(found), [
    'embedded is a repository of its own',
    'nested is a repository of its own',
    'src/.git has a name that git keeps for itself',
  ]);
});

test('a `.git` under any name, sockets, FIFOs, names that are no UTF-8 and huge files stay here and are said', async () => {
  const { folder, changes } = workIn({ 'was-fifo': 'x', grown: 'x' });
  write(folder, { '.GIT/config': 'x', 'git~1': 'x', '.g\u200cit/config': 'x', 'd/.git ./hooks/x': 'x' });
  for (const path of ['was-fifo', 'fifo', '.gitignore']) {
    rmSync(join(folder, path), { force: true });
    execFileSync('mkfifo', [join(folder, path)]);
  }
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]), 'x');
  for (const path of ['grown', 'sparse']) {
    writeFileSync(join(folder, path), '');
    truncateSync(join(folder, path), 1e12);
  }
  const found = await changes();
  assert.deepEqual(paths(found), []);
  assert.deepEqual(
    leftIn(found).sort(),
    [
      '"f\u00ff" has a name that is not UTF-8',
      '.GIT has a name that git keeps for itself',
      '.gitignore is a socket, FIFO or device',
      '.g\u200cit has a name that git keeps for itself',
      'd/.git . has a name that git keeps for itself',
      'fifo is a socket, FIFO or device',
      'git~1 has a name that git keeps for itself',
      'grown cannot be read or is larger than 100 MB',
      'sparse cannot be read or is larger than 100 MB',
      'was-fifo is a socket, FIFO or device',
    ].sort(),
  );
});

test('submodule pointers stay as they were, whatever became of their folders', async () => {
  const { folder, blobs } = workIn({ a: 'a' });
  const pointer = gitAt(folder, 'rev-parse', 'HEAD');
  for (const name of ['empty', 'filled', 'removed', 'file']) {
    gitAt(folder, 'update-index', '--add', '--cacheinfo', `160000,${pointer},${name}`);
  }
  gitAt(folder, 'commit', '--quiet', '--message', 'submodules');
  mkdirSync(join(folder, 'empty'));
  write(folder, { 'filled/x': 'x', file: 'f' });
  const at = { folder, gitDir: join(folder, '.git'), blobs };
  const found = await diskChanges(at, gitAt(folder, 'rev-parse', 'HEAD'));
  assert.deepEqual(paths(found), []);
  assert.deepEqual(leftIn(found), [
    'file is a submodule; its pointer stays as it was',
    'filled is a submodule; what is in it stays here',
    'removed is a submodule; its pointer stays as it was',
  ]);
});

test('nothing is read through a link: neither a file nor a folder that became one', async () => {
  const { folder, agrees, blobs } = workIn({ 'd/secret': 'mine', f: 'f' });
  const outside = temporaryFolder();
  write(outside, { secret: 'not for the agent' });
  rmSync(join(folder, 'd'), { recursive: true });
  rmSync(join(folder, 'f'));
  symlinkSync(outside, join(folder, 'd'));
  symlinkSync(join(outside, 'secret'), join(folder, 'f'));
  const { change } = await agrees();
  for (const { now } of change.files) {
    if (now) assert.doesNotMatch(String(await blobs.get(now.bytes)), /not for the agent/);
  }
});

test('T52: a new path that another system takes for one of the tree is barred, and so is a file where a folder was', async () => {
  const barredBy = async (files: Record<string, string>, prepare = (_folder: string): void => {}) => {
    const { folder, changes } = workIn({ 'README.md': 'r', 'src/a.ts': 'a', 'caf\u00e9': 'c', file: 'f' });
    prepare(folder);
    write(folder, files);
    return (await changes()).barred.map(({ path, why }) => `${path} ${why}`);
  };
  assert.deepEqual(await barredBy({ 'readme2.md': '', 'src/b.ts': '', 'new/a': '', 'new/b': '' }), []);
  assert.deepEqual(await barredBy({ 'Readme.md': '' }), ['Readme.md other systems take for "README.md"']);
  assert.deepEqual(await barredBy({ 'SRC/b.ts': '' }), ['SRC/b.ts other systems take for "src"']);
  assert.deepEqual(await barredBy({ 'cafe\u0301': '' }), ['cafe\u0301 other systems take for "caf\u00e9"']);
  assert.deepEqual(await barredBy({ 'new/a': '', 'new/A': '' }), ['new/a other systems take for "new/A"']);
  const without = (path: string) => (folder: string) => rmSync(join(folder, path), { recursive: true });
  assert.deepEqual(await barredBy({ 'readme.md': '' }, without('README.md')), []);
  assert.deepEqual(await barredBy({ 'Src/a.ts': '' }, without('src')), []);
  assert.deepEqual(await barredBy({ src: '' }, without('src')), ['src was a folder']);
  assert.deepEqual(await barredBy({ 'file/x': '' }, without('file')), [
    'file/x stands where "file" was no folder',
  ]);
});

test('what the base held is told with a change, by mode and bytes, and that a path is new', async () => {
  const { folder, blobs, changes } = workIn({ a: 'old', 'run.sh': '#!/bin/sh\n', gone: 'g', same: 's' });
  write(folder, { a: 'new', fresh: 'f' });
  chmodSync(join(folder, 'run.sh'), 0o755);
  rmSync(join(folder, 'gone'));
  const held: Record<string, unknown> = {};
  for (const { path, before } of (await changes()).change.files)
    held[path] = before && [before.mode, before.bytes && String(Buffer.from(await blobs.get(before.bytes)))];
  assert.deepEqual(held, {
    a: ['100644', 'old'],
    fresh: null,
    gone: ['100644', 'g'],
    'run.sh': ['100644', '#!/bin/sh\n'],
  });
});

test('of what the base held, bytes too large to be judged and those of a change too large to be published are left out', async () => {
  const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`many/${at}`, `${at}`]));
  const { folder, changes } = workIn({ ...many, large: Buffer.alloc(mostBaseBytes + 1), small: 's' });
  const held = async () => (await changes()).change.files.map(({ before }) => before?.bytes?.length ?? null);
  write(folder, { large: 'l', small: 't' });
  assert.deepEqual(await held(), [null, 64]);
  rmSync(join(folder, 'many'), { recursive: true });
  assert.equal((await held()).filter((length) => length !== null).length, 0);
});

test('T50, E49, E51, E52: no git looks at what the agent did to `.git`, nor runs what it configured there', async () => {
  const { folder, changes } = workIn({ a: 'a' });
  const marker = join(temporaryFolder(), 'ran');
  gitAt(folder, 'config', 'core.fsmonitor', `sh -c 'echo ran >> ${marker}' --`);
  gitAt(folder, 'config', 'filter.x.clean', `sh -c 'echo ran >> ${marker}; cat'`);
  write(folder, { '.gitattributes': '* filter=x\n', a: 'changed' });
  assert.deepEqual(paths(await changes()), ['.gitattributes', 'a']);
  rmSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git'), 'gitdir: /etc');
  assert.deepEqual(paths(await changes()), ['.gitattributes', 'a']);
  execFileSync('test', ['!', '-e', marker]);
});

test('G3: work counts as it lies on disk, committed or not, on whichever branch', async () => {
  const { folder, agrees, changes } = workIn({ a: 'a' });
  gitAt(folder, 'switch', '--quiet', '--create', 'elsewhere');
  write(folder, { a: 'changed', b: 'new' });
  gitAt(folder, 'add', '.');
  gitAt(folder, 'commit', '--quiet', '--message', 'mine');
  assert.deepEqual(paths(await changes()), ['a', 'b']);
  await agrees();
});

test('a live secret in a changed file is an error that names the file', async () => {
  const folder = repositoryWith({ a: 'a' });
  write(folder, { b: 'the key is hunter2!' });
  const at = { folder, gitDir: join(folder, '.git'), blobs: memoryBlobs('hunter2') };
  await assert.rejects(diskChanges(at, 'HEAD'), { code: 'secret.found', happened: /"b"/ });
});
