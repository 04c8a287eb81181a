import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { largestContent } from '../../src/core/sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn, whyOf } from '../support/hands.ts';

const folder = temporaryFolder();
const { files } = handsOn(folder);
const at = (path: string): string => join(folder, path);
const text = (path: string): string => readFileSync(at(path), 'utf8');

test('a new file is written with the folders that it needs', async () => {
  const written = await files.write('a/b/c.txt', Buffer.from('text'));
  assert.deepEqual(written, { ok: true, value: { existed: false, bytes: 4 } });
  assert.equal(text('a/b/c.txt'), 'text');
});

test('a file that exists is replaced, keeps its mode, and nothing else is left in the folder', async () => {
  mkdirSync(at('mode'));
  writeFileSync(at('mode/run.sh'), 'old and longer');
  chmodSync(at('mode/run.sh'), 0o751);
  const written = await files.write('mode/run.sh', Buffer.from('new'), 'replace');
  assert.deepEqual(written, { ok: true, value: { existed: true, bytes: 3 } });
  assert.equal(text('mode/run.sh'), 'new');
  assert.equal(statSync(at('mode/run.sh')).mode & 0o7777, 0o751);
  assert.deepEqual(readdirSync(at('mode')), ['run.sh']);
});

test('who has the old file open keeps the old bytes: a write is whole or not at all', async () => {
  writeFileSync(at('shared'), 'old');
  const before = statSync(at('shared')).ino;
  await files.write('shared', Buffer.from('new'));
  assert.notEqual(statSync(at('shared')).ino, before);
});

test('append adds to the end, and makes the file where there is none', async () => {
  await files.write('log', Buffer.from('one\n'), 'append');
  const written = await files.write('log', Buffer.from('two\n'), 'append');
  assert.deepEqual(written, { ok: true, value: { existed: true, bytes: 8 } });
  assert.equal(text('log'), 'one\ntwo\n');
});

test('create fails where something is already, be it a dangling link', async () => {
  assert.ok((await files.write('fresh', Buffer.from('1'), 'create')).ok);
  assert.equal(whyOf(await files.write('fresh', Buffer.from('2'), 'create')), 'fresh exists already.');
  assert.equal(text('fresh'), '1');
  symlinkSync('nowhere', at('dangling'));
  assert.equal(whyOf(await files.write('dangling', Buffer.from('2'), 'create')), 'dangling exists already.');
});

test('a link stays a link and what it leads to is written, also when that is not there yet', async () => {
  mkdirSync(at('elsewhere'));
  writeFileSync(at('elsewhere/target'), 'old');
  symlinkSync('elsewhere/target', at('link'));
  symlinkSync('elsewhere', at('door'));
  symlinkSync('../new/target', at('elsewhere/onward'));
  symlinkSync('door/onward', at('chain'));
  await files.write('link', Buffer.from('by link'));
  await files.write('chain', Buffer.from('by chain'));
  assert.equal(readlinkSync(at('link')), 'elsewhere/target');
  assert.equal(text('elsewhere/target'), 'by link');
  assert.equal(readlinkSync(at('chain')), 'door/onward');
  assert.equal(text('new/target'), 'by chain');
  symlinkSync('circle', at('circle'));
  assert.match(whyOf(await files.write('circle', Buffer.from('x'))), /leads to itself/);
});

test('what is no file is not written to', async () => {
  mkdirSync(at('dir'), { recursive: true });
  execFileSync('mkfifo', [at('pipe')]);
  assert.equal(whyOf(await files.write('dir', Buffer.from('x'))), 'dir is a folder, not a file.');
  assert.equal(whyOf(await files.write('pipe', Buffer.from('x'))), 'pipe is a named pipe, not a file.');
  assert.equal(
    whyOf(await files.write('pipe', Buffer.from('x'), 'append')),
    'pipe is a named pipe, not a file.',
  );
  writeFileSync(at('plain'), '');
  assert.match(whyOf(await files.write('plain/below', Buffer.from('x'))), /a part of that path is a file/);
  assert.match(whyOf(await files.write('plain/below/it', Buffer.from('x'))), /a part of that path is a file/);
});

test('a write that fails half-way leaves the old bytes and no rest', async () => {
  // No file may grow over 64 KiB: the system's own way to say that there is no more room.
  const { files: cramped } = handsOn(folder, { before: "trap '' XFSZ; ulimit -f 64" });
  mkdirSync(at('cramped'));
  writeFileSync(at('cramped/kept'), 'old');
  const large = Buffer.alloc(200_000, 65);
  assert.match(whyOf(await cramped.write('cramped/kept', large)), /no file of that size/);
  assert.match(whyOf(await cramped.write('cramped/kept', large, 'append')), /no file of that size/);
  assert.equal(text('cramped/kept'), 'old');
  assert.deepEqual(readdirSync(at('cramped')), ['kept']);
});

test('more than the limit is refused before it travels', async () => {
  const why = whyOf(await files.write('big', Buffer.alloc(largestContent + 1)));
  assert.match(why, /^big would have 8388609 bytes/);
  assert.ok((await files.write('big', Buffer.alloc(largestContent, 65))).ok);
  assert.equal(statSync(at('big')).size, largestContent);
});

test('remove takes a file or a link itself, never a folder', async () => {
  writeFileSync(at('gone'), '');
  symlinkSync('shared', at('arrow'));
  assert.ok((await files.remove('gone')).ok);
  assert.ok((await files.remove('arrow')).ok);
  assert.equal(lstatSync(at('gone'), { throwIfNoEntry: false }), undefined);
  assert.ok(existsSync(at('shared')));
  assert.equal(whyOf(await files.remove('dir')), 'dir is a folder, not a file.');
  assert.equal(whyOf(await files.remove('gone')), 'gone does not exist.');
});

test('rename moves a file over another one and into folders that are missing', async () => {
  writeFileSync(at('from'), 'moved');
  chmodSync(at('from'), 0o755);
  assert.ok((await files.rename('from', 'far/away/to')).ok);
  assert.equal(text('far/away/to'), 'moved');
  assert.equal(statSync(at('far/away/to')).mode & 0o777, 0o755);
  writeFileSync(at('over'), 'old');
  assert.ok((await files.rename('far/away/to', 'over')).ok);
  assert.equal(text('over'), 'moved');
  assert.match(whyOf(await files.rename('over', 'dir')), /^dir is a folder/);
  assert.equal(whyOf(await files.rename('nothing', 'x')), 'nothing does not exist.');
});
