import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { escapeNames } from '../../tools/docs/threats/escape-names.ts';
import { numberedTests } from '../../tools/docs/threats/numbered-tests.ts';
import { gaps } from '../../tools/docs/threats/page.ts';
import { threatNames } from '../../tools/docs/threats/threat-names.ts';

const root = join(import.meta.dirname, '../..');

test('every threat and every escape has a test that carries its number, or a reason why not, and no number is made up', () => {
  assert.deepEqual(gaps(root), []);
});

test('of 64 threats and 60 escapes at least 45 each are seen to succeed with a defence left out', () => {
  const seen = new Set(numberedTests(root).flatMap(({ numbers, succeeded }) => (succeeded ? numbers : [])));
  for (const [names, count] of [
    [threatNames, 64],
    [escapeNames, 60],
  ] as const) {
    const numbers = Object.keys(names);
    assert.equal(numbers.length, count);
    assert.ok(numbers.filter((number) => seen.has(number)).length >= 45);
  }
});
