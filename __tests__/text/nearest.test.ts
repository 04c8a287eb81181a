import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, nearest } from '../../src/text/nearest.ts';

test('the distance counts letters inserted, deleted, replaced and swapped', () => {
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('fix', 'fxi'), 1);
  assert.equal(editDistance('same', 'same'), 0);
});

test('near words are found, nearest first, and far ones are not', () => {
  assert.deepEqual(nearest('Instal', ['read', 'instant', 'install', 'status']), ['install', 'instant']);
  assert.deepEqual(nearest('depseek', ['deepseek', 'openai']), ['deepseek']);
  assert.deepEqual(nearest('zzz', ['read', 'write']), []);
});
