import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collect } from '../../src/sandbox/output.ts';
import { folderOf } from './open.ts';

const nowhere = () => ({ host: '/nowhere/file', inside: '/inside' });

test('short output is all in the head and makes no file', () => {
  const collector = collect(() => assert.fail('no file is wanted'));
  collector.feed(Buffer.from('x'.repeat(16_384)));
  assert.deepEqual(collector.finish(), { head: 'x'.repeat(16_384), omitted: 0, tail: '', file: null });
});

test('one character more and the middle is left out, and the whole is in a file', (t) => {
  const host = join(folderOf(t), 'whole.txt');
  const collector = collect(() => ({ host, inside: '/oi/output/1.txt' }));
  const text = `${'a'.repeat(8192)}b${'c'.repeat(8192)}`;
  for (let at = 0; at < text.length; at += 1000) collector.feed(Buffer.from(text.slice(at, at + 1000)));
  assert.deepEqual(collector.finish(), {
    head: 'a'.repeat(8192),
    omitted: 1,
    tail: 'c'.repeat(8192),
    file: '/oi/output/1.txt',
    omittedLines: 0,
  });
  assert.equal(readFileSync(host, 'utf8'), text);
});

test('the lines between the two ends are counted', () => {
  const collector = collect(nowhere);
  const text = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
  for (let at = 0; at < text.length; at += 777) collector.feed(Buffer.from(text.slice(at, at + 777)));
  const { head, tail, omittedLines = 0 } = collector.finish();
  const ends = head.split('\n').length - 1 + (tail.split('\n').length - 1);
  assert.equal(omittedLines + ends, 20_000);
});

test('a character is never cut in two, neither by chunks nor by the edges', (t) => {
  const host = join(folderOf(t), 'whole.txt');
  const collector = collect(() => ({ host, inside: host }));
  const bytes = Buffer.from(`x${'😀'.repeat(20_000)}`);
  for (let at = 0; at < bytes.length; at += 1001) collector.feed(bytes.subarray(at, at + 1001));
  const { head, omitted, tail } = collector.finish();
  assert.match(head, /^x(?:😀)+$/u);
  assert.match(tail, /^(?:😀)+$/u);
  assert.equal(head.length + omitted + tail.length, 40_001);
  assert.ok(head.length + tail.length <= 16_384);
});

test('what is no UTF-8 is replaced, a mark of byte order is kept', () => {
  const collector = collect(nowhere);
  collector.feed(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82]));
  assert.equal(collector.finish().head, '\ufeffa\ufffd\ufffd');
});

test('where the file cannot be written the two ends are still there', () => {
  const collector = collect(nowhere);
  for (let count = 0; count < 100; count++) collector.feed(Buffer.from('y'.repeat(1000)));
  const { head, omitted, tail, file } = collector.finish();
  assert.deepEqual([head.length, omitted, tail.length, file], [8192, 100_000 - 16_384, 8192, null]);
});
