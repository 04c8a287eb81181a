import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { largestContent } from '../../src/core/sandbox.ts';
import { words } from '../../src/hands/places.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn, textOf, whyOf } from '../support/hands.ts';

const folder = temporaryFolder();
const { files } = handsOn(folder);
const at = (path: string): string => join(folder, path);

test('a file is read by a relative and by an absolute path, byte for byte', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 195, 40, ...Buffer.from('é\u2028"\\')]);
  writeFileSync(at('bytes'), bytes);
  for (const path of ['bytes', './bytes', at('bytes')]) {
    const read = await files.read(path);
    assert.ok(read.ok);
    assert.deepEqual(Buffer.from(read.value.content), bytes);
    assert.equal(read.value.bytes, bytes.length);
  }
});

test('a range is read, and the size of the whole file is told', async () => {
  writeFileSync(at('digits'), '0123456789');
  const part = await files.read('digits', { start: 3, limit: 4 });
  assert.equal(textOf(part), '3456');
  assert.equal(part.ok && part.value.bytes, 10);
  assert.equal(textOf(await files.read('digits', { start: 8, limit: 4 })), '89');
  assert.equal(textOf(await files.read('digits', { start: 20, limit: 4 })), '');
});

test('an empty file is empty', async () => {
  writeFileSync(at('empty'), '');
  assert.equal(textOf(await files.read('empty')), '');
});

test('a huge sparse file is read in part', async () => {
  writeFileSync(at('sparse'), 'start');
  truncateSync(at('sparse'), 1024 ** 3);
  const read = await files.read('sparse');
  assert.ok(read.ok);
  assert.equal(read.value.content.length, largestContent);
  assert.equal(read.value.bytes, 1024 ** 3);
});

test('a file whose size says nothing is read to its end', async () => {
  const read = await files.read('/proc/version');
  assert.match(textOf(read) ?? '', /^Linux version .*\n$/);
});

test('links are followed', async () => {
  writeFileSync(at('real'), 'text');
  symlinkSync('real', at('link'));
  assert.equal(textOf(await files.read('link')), 'text');
});

test('what is no file is told in plain words and never waited for', async () => {
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('loop', at('loop'));
  symlinkSync('nowhere', at('dangling'));
  const server = createServer();
  await new Promise<void>((done) => server.listen(at('socket'), done));
  const why = async (path: string): Promise<string> => whyOf(await files.read(path));
  assert.equal(await why('folder'), 'folder is a folder, not a file.');
  assert.equal(await why(''), ' is a folder, not a file.');
  assert.equal(await why('pipe'), 'pipe is a named pipe, not a file.');
  assert.equal(await why('/dev/null'), '/dev/null is a device, not a file.');
  assert.match(await why('socket'), /^socket is a socket/);
  assert.equal(await why('missing'), 'missing does not exist.');
  assert.equal(await why('dangling'), 'dangling does not exist.');
  assert.match(await why('loop'), /^loop is a symbolic link that leads to itself/);
  assert.match(await why('missing/in/it'), /does not exist/);
  writeFileSync(at('file'), '');
  assert.match(await why('file/below'), /a part of that path is a file/);
  assert.match(await why('a\0b'), /holds a NUL character/);
  assert.match(await why('x'.repeat(300)), /too long for a path/);
  server.close();
});

test('what the system denies is told in plain words, what it says in others with its own', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  assert.equal(words(denied, 'a/b'), 'a/b is not permitted: the file or its folder denies it.');
  const odd = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  assert.equal(words(odd, 'a/b'), 'a/b could not be used: EIO: i/o error, read.');
});
