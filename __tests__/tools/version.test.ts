import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const at = join(folder, 'file');
const content = (): string => readFileSync(at, 'utf8');

const version = async (more: object = {}): Promise<unknown> =>
  (await call('read', { path: 'file', tell_version: true, ...more })).fields['version'];
const replace = (seen: unknown, old = 'a', now = 'b') =>
  call('replace', { path: 'file', edits: [{ old, new: now }], seen: seen as string });
const write = (seen: unknown, text = 'new\n') => call('write', { path: 'file', text, seen: seen as string });

test('the version of a file is the same for the same bytes, however few lines of it are read', async () => {
  writeFileSync(at, 'a\nb\nc\n');
  const one = await version();
  assert.ok(typeof one === 'string' && one !== '');
  assert.equal(await version({ start: 2, count: 1 }), one);
  assert.equal(await version({ start: -1 }), one);
  writeFileSync(at, 'a\nb\nd\n');
  assert.notEqual(await version(), one);
  assert.equal('version' in (await call('read', { path: 'file' })).fields, false);
});

test('the version of a file that is too large to be read to its end is not known', async () => {
  writeFileSync(at, 'line\n'.repeat(4_000_000));
  assert.equal(await version(), null);
});

test('what has not been seen is not changed', async () => {
  writeFileSync(at, 'a\n');
  for (const refused of [await replace(''), await write('')]) {
    assert.deepEqual([refused.ok, refused.fields], [false, { fault: 'unseen', path: 'file' }]);
  }
  assert.equal(content(), 'a\n');
});

test('what has changed since it was seen is not changed', async () => {
  writeFileSync(at, 'a\n');
  const seen = await version();
  writeFileSync(at, 'a changed\n');
  for (const refused of [await replace(seen), await write(seen)]) {
    assert.deepEqual([refused.ok, refused.fields], [false, { fault: 'changed', path: 'file' }]);
  }
  assert.equal(content(), 'a changed\n');
});

test('who made a change has seen what came of it', async () => {
  writeFileSync(at, 'a \xe4\n', 'latin1');
  const first = await replace(await version());
  assert.equal(first.fields['version'], await version());
  const second = await replace(first.fields['version'], 'b', 'c');
  assert.ok(second.ok);
  const third = await write(second.fields['version']);
  assert.equal(third.fields['version'], await version());
  assert.equal(content(), 'new\n');
});

test('a file that is not there is made without having been seen, also by an edit of nothing', async () => {
  const path = 'deep/made';
  const made = await call('replace', { path, edits: [{ old: '', new: 'one\n' }], seen: '' });
  assert.ok(made.ok);
  assert.equal(readFileSync(join(folder, path), 'utf8'), 'one\n');
  const again = await call('replace', { path, edits: [{ old: '', new: 'two\n' }] });
  assert.deepEqual([again.ok, again.fields['fault']], [false, 'empty']);
  const seen = made.fields['version'] ?? '';
  assert.ok((await call('replace', { path, edits: [{ old: 'one', new: 'two' }], seen })).ok);
  assert.ok((await call('write', { path: 'other', text: 'x', seen: '' })).ok);
  const missing = await call('replace', { path: 'none', edits: [{ old: 'x', new: '' }], seen: '' });
  assert.equal(missing.fields['fault'], 'missing');
  assert.equal(existsSync(join(folder, 'none')), false);
});
