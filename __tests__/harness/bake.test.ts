// cspell:ignore mkfifo
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { bakeHarness, shelfAt } from '../../src/harness/bake.ts';
import { temporaryFolder } from '../support/folder.ts';
import { write } from '../support/repository.ts';

test('a FIFO is no file of a harness, and nobody waits for what comes out of it', async () => {
  const folder = temporaryFolder();
  write(folder, { 'x/other.md': 'Other.' });
  execFileSync('mkfifo', [join(folder, 'x/harness.yml')]);
  await assert.rejects(bakeHarness(folder, 'x'), { happened: 'There is no file x/harness.yml.' });
  assert.equal(await shelfAt(folder).read('x/other.md'), 'Other.');
});
