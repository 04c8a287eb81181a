import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { openBlobs } from '../../src/session/blobs.ts';
import { temporaryFolder } from '../support/folder.ts';

const bytes = Buffer.from([0, 255, 13, 10]);
const name = createHash('sha256').update(bytes).digest('hex');
const missing = (error: unknown) => error instanceof OiError && error.code === 'blob.missing';

test('bytes come back under the name of their SHA-256', async () => {
  const blobs = openBlobs(temporaryFolder(), () => false);
  assert.equal(await blobs.put(bytes), name);
  assert.deepEqual(Buffer.from(await blobs.get(name)), bytes);
});

test('bytes that hold a live secret are never kept', async () => {
  const folder = join(temporaryFolder(), 'blobs');
  assert.equal(await openBlobs(folder, () => true).put(bytes), null);
  assert.ok(!existsSync(folder));
});

test('bytes that are gone, or were changed, are an error and never an answer', async () => {
  const folder = temporaryFolder();
  const blobs = openBlobs(folder, () => false);
  await assert.rejects(blobs.get(name), missing);
  writeFileSync(join(folder, name), 'other');
  await assert.rejects(blobs.get(name), missing);
});
