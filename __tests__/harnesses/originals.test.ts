// Each harness that is described from a real agent against what that agent was recorded with: see tools/conformance.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compare } from '../../tools/conformance/compare.ts';
import { differencesOf, harnessIds, recordings } from '../../tools/conformance/known.ts';
import { originals } from '../../tools/conformance/originals/index.ts';
import { measureOurs } from '../../tools/conformance/ours.ts';
import { dist } from '../support/dist.ts';
import { temporaryFolder } from '../support/folder.ts';

const product = await dist();
const known = recordings();

for (const harness of harnessIds()) {
  const recording = known.get(harness);
  if (!recording) continue;
  test(`${harness} differs from ${recording.package} ${recording.version} only where that is listed, with a reason`, async () => {
    const placeholders = originals.find(({ id }) => id === recording.id)?.placeholders;
    const ours = await measureOurs(recording, placeholders, product, temporaryFolder());
    assert.deepEqual(ours.violations, []);
    const listed = differencesOf(harness);
    const compared = compare(recording, ours);
    const differ = compared.filter(({ same }) => same === false);
    const unlisted = differ.filter(({ row }) => !listed.has(row)).map(({ row }) => row);
    assert.deepEqual(unlisted, [], `npm run conformance -- --compare ${harness} shows them`);
    const gone = [...listed.keys()].filter((row) => !differ.some((each) => each.row === row));
    assert.deepEqual(gone, [], 'listed as different, and are not: take them from the list');
  });
}

test('a list of differences is of a harness that there is, has a recording, and gives reasons', () => {
  const files = readdirSync(join(import.meta.dirname, 'differences'));
  assert.ok(files.length > 0);
  for (const file of files) {
    const harness = file.replace(/\.yml$/, '');
    assert.ok(known.has(harness) && harnessIds().includes(harness), file);
    for (const [row, reason] of differencesOf(harness)) assert.match(reason, /\w{3}/, row);
  }
});
