import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCall } from '../../src/core/model.ts';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('arguments are a JSON object, or they are garbled and kept as they came', () => {
  assert.deepEqual(parseCall('c', 'f', '{"a":[1]}'), { kind: 'call', id: 'c', name: 'f', args: { a: [1] } });
  for (const raw of ['', '[]', '"a"', 'null', '1', '{"a":', '{"a":1}}', '{a:1}']) {
    assert.deepEqual(parseCall('c', 'f', raw), { kind: 'garbled', id: 'c', name: 'f', raw });
  }
});

test('arguments that are nested too deep to be serialised again are garbled', () => {
  assert.throws(() => JSON.stringify(JSON.parse(nested(200_000))), RangeError);
  assert.equal(parseCall('c', 'f', nested(200_000)).kind, 'garbled');
  assert.equal(parseCall('c', 'f', nested(50)).kind, 'call');
});
