import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const at = join(folder, 'file');

/** The file afterwards, or why nothing was done to it. */
async function splice(content: string | Uint8Array, args: JsonObject): Promise<string> {
  writeFileSync(at, content);
  const result = await call('splice', { path: 'file', ...args });
  const now = readFileSync(at);
  if (result.ok) return now.toString('latin1');
  assert.deepEqual(now, Buffer.from(content), 'a failure changes nothing');
  return result.why;
}

test('lines go and others come in their place; the mode is kept', async () => {
  writeFileSync(at, 'one\ntwo\nthree\nfour\n');
  chmodSync(at, 0o755);
  const result = await call('splice', { path: 'file', start: 2, end: '3', text: '  2\n3\n\n' });
  assert.deepEqual(result, {
    ok: true,
    fields: { path: 'file', start: 2, removed: 2, added: 3, first: 2, last: 4 },
  });
  assert.equal(readFileSync(at, 'utf8'), 'one\n  2\n3\n\nfour\n');
  assert.equal(statSync(at).mode & 0o777, 0o755);
});

test('the last line of the text needs no newline, and no text is no line', async () => {
  assert.equal(await splice('a\nb\nc\n', { start: 2, end: 2, text: 'B' }), 'a\nB\nc\n');
  assert.equal(await splice('a\nb\nc\n', { start: 2, end: 2, text: 'B\n' }), 'a\nB\nc\n');
  assert.equal(await splice('a\nb\nc\n', { start: 2, end: 2, text: '\n' }), 'a\n\nc\n');
  assert.equal(await splice('a\nb\nc\n', { start: 2, end: 3, text: '' }), 'a\n');
  assert.equal(await splice('a\n', { start: 1, end: 1, text: '' }), '');
});

test('text can be put before a line, behind the last one and into an empty file', async () => {
  assert.equal(await splice('a\nb\n', { start: 1, end: 0, text: 'x' }), 'x\na\nb\n');
  assert.equal(await splice('a\nb\n', { start: 3, end: 2, text: 'x' }), 'a\nb\nx\n');
  assert.equal(await splice('', { start: 1, end: 0, text: 'x' }), 'x\n');
  assert.equal(await splice('a\nb\n', { start: 2, text: 'x' }), 'a\nx\nb\n');
});

test('line ends stay as they are: CRLF, none at the end, and bytes that are no UTF-8', async () => {
  assert.equal(await splice('a\r\nb\r\n', { start: 2, end: 2, text: 'x\ny' }), 'a\r\nx\r\ny\r\n');
  assert.equal(await splice('a\nb', { start: 2, end: 2, text: 'x\n' }), 'a\nx');
  assert.equal(await splice('a\nb', { start: 3, end: 2, text: 'x' }), 'a\nb\nx');
  assert.equal(await splice(Buffer.from([0xff, 0x0a, 0x62]), { start: 2, end: 2, text: 'x' }), '\u00ff\nx');
});

test('lines that are not there are refused in words', async () => {
  const behind = await call('splice', { path: 'file', start: 9, text: 'x' });
  assert.equal(behind.fields['fault'], 'behind');
  assert.equal(
    await splice('a\nb\n', { start: 2, end: 3, text: 'x' }),
    'file has 2 lines, so lines 2 to 3 are not all there.',
  );
  assert.equal(
    await splice('a\nb\n', { start: 4, end: 3, text: 'x' }),
    'file has 2 lines, so lines 4 to 3 are not all there.',
  );
  assert.equal(
    await splice('a\nb\n', { start: 3, end: 1, text: 'x' }),
    'Line 1 comes before line 3: give the first line first.',
  );
  assert.match(await splice('a\n', { start: 0, end: 0, text: 'x' }), /`start` must be at least 1, not 0/);
  assert.match(await splice('a\n', { start: 1, end: 1 }), /`text` is missing/);
});
