import assert from 'node:assert/strict';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git } from '../../src/git/git.ts';
import { parseRawDifferences, parseTree, pathOf, readObjects, textOf } from '../../src/git/objects.ts';
import { gitAt, repositoryWith, write } from '../support/repository.ts';

test('a tree’s entries are read with modes, ids and the bytes of their paths', async () => {
  const folder = repositoryWith({ 'a b\n"\t': 'x', 'é/😀': 'y' });
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), 'z');
  symlinkSync('a', join(folder, 'link'));
  chmodSync(join(folder, 'é/😀'), 0o755);
  gitAt(folder, 'add', '.');
  gitAt(folder, 'commit', '--quiet', '--message', 'second');
  const entries = parseTree(await git(join(folder, '.git'), ['ls-tree', '-r', '-z', 'HEAD']));
  assert.deepEqual(
    entries.map(({ mode, type, path }) => [mode, type, textOf(path)]),
    [
      ['100644', 'blob', 'a b\n"\t'],
      ['120000', 'blob', 'link'],
      ['100755', 'blob', 'é/😀'],
      ['100644', 'blob', null],
    ],
  );
  assert.equal(entries[0]?.id, gitAt(folder, 'hash-object', 'a b\n"\t'));
  assert.equal(entries[2]?.path, pathOf('é/😀'));
});

test('differences tell what was added, changed, deleted and became of another type', async () => {
  const folder = repositoryWith({ changed: '1', gone: '2', type: '3' });
  write(folder, { changed: '4', 'new\n': '5' });
  rmSync(join(folder, 'gone'));
  rmSync(join(folder, 'type'));
  symlinkSync('x', join(folder, 'type'));
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'second');
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', 'HEAD~', 'HEAD'];
  const found = parseRawDifferences(await git(join(folder, '.git'), args));
  assert.deepEqual(
    found.map(({ letter, path, before, now }) => [letter, path, before.mode, now.mode]),
    [
      ['M', 'changed', '100644', '100644'],
      ['D', 'gone', '100644', '000000'],
      ['A', 'new\n', '000000', '100644'],
      ['T', 'type', '100644', '120000'],
    ],
  );
  assert.equal(found[0]?.now.id, gitAt(folder, 'rev-parse', 'HEAD:changed'));
});

test('many objects are read by one process, in order, whatever is in them, and null for what is missing', async () => {
  const folder = repositoryWith({ binary: Buffer.from([10, 0, 255, 10]), empty: '', text: 'abc missing\n' });
  const names = ['HEAD:text', 'HEAD:nothing', 'HEAD:empty', '0'.repeat(40), 'HEAD:binary'];
  const read = await readObjects(join(folder, '.git'), names);
  assert.deepEqual(
    read.map((bytes) => bytes?.toString('latin1') ?? null),
    ['abc missing\n', null, '', null, '\n\0\xff\n'],
  );
  assert.deepEqual(await readObjects(join(folder, '.git'), []), []);
});
