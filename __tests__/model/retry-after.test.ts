import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterSeconds } from '../../src/model/retry-after.ts';

const now = new Date('2026-10-01T12:00:00Z');
const read = (headers: Record<string, string>) =>
  retryAfterSeconds({ get: (name) => headers[name] ?? null }, now);

test('retry-after is read in seconds, in milliseconds and as a date', () => {
  assert.equal(read({ 'retry-after': '30' }), 30);
  assert.equal(read({ 'retry-after': ' 1.5 ' }), 1.5);
  assert.equal(read({ 'retry-after-ms': '250', 'retry-after': '30' }), 0.25);
  assert.equal(read({ 'retry-after': 'Thu, 01 Oct 2026 12:01:00 GMT' }), 60);
});

test('what is missing, nonsense or over counts as not said', () => {
  assert.equal(read({}), null);
  assert.equal(read({ 'retry-after': 'soon' }), null);
  assert.equal(read({ 'retry-after': '0' }), null);
  assert.equal(read({ 'retry-after': '-5' }), null);
  assert.equal(read({ 'retry-after': 'Thu, 01 Oct 2026 11:59:00 GMT' }), null);
});
