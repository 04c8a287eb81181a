import assert from 'node:assert/strict';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn } from '../support/hands.ts';

const folder = temporaryFolder();
const { files, children } = handsOn(folder, { deadlineMilliseconds: 120_000 });
const everything = {
  path: '.',
  glob: null,
  ignoreCase: false,
  before: 0,
  after: 0,
  skip: 0,
  limit: 100,
  ignored: false,
};

/** Proportional memory of the process at its highest is not kept by the kernel; its resident memory is. In MB. */
function peakMegabytes(): number {
  const status = readFileSync(`/proc/${children.at(-1)?.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test('memory is bounded in a tree of 50,000 files', async () => {
  for (let outer = 0; outer < 500; outer++) {
    const place = join(folder, `tree/p${outer % 25}/m${outer}`);
    mkdirSync(place, { recursive: true });
    const first = join(place, 'f0.ts');
    writeFileSync(first, `export const x = ${outer};\n`);
    for (let inner = 1; inner < 100; inner++) linkSync(first, join(place, `f${inner}.ts`)); // faster than writing each
  }
  const globbed = await files.glob('**/*.ts', {
    path: '.',
    folders: false,
    skip: 0,
    limit: 100,
    ignored: false,
  });
  assert.deepEqual(globbed.ok && [globbed.value.found.length, globbed.value.total > 100], [100, true]);
  const listed = await files.list('.', { depth: 9, limit: 1e9, ignored: false });
  assert.ok(listed.ok && listed.value.found.length > 10_000);
  const searched = await files.grep('x = 499;', everything);
  assert.deepEqual(searched.ok && [searched.value.lines.length, searched.value.more], [100, false]);
  assert.ok(peakMegabytes() < 160, `${peakMegabytes()} MB`);
  assert.equal(children.length, 1);
});

test('memory is bounded for files of 1 GB, sparse or text of one line', async () => {
  mkdirSync(join(folder, 'huge'));
  writeFileSync(join(folder, 'huge/sparse'), '');
  truncateSync(join(folder, 'huge/sparse'), 1024 ** 3);
  const descriptor = openSync(join(folder, 'huge/line'), 'w');
  const part = Buffer.alloc(1024 * 1024, 'a');
  for (let number = 0; number < 256; number++) writeSync(descriptor, part);
  closeSync(descriptor);
  const searched = await files.grep('b\\d', { ...everything, path: 'huge' });
  assert.deepEqual(searched, { ok: true, value: { lines: [], more: false } });
  assert.ok((await files.read('huge/sparse')).ok);
  assert.ok(peakMegabytes() < 200, `${peakMegabytes()} MB`);
  assert.equal(children.length, 1);
});
