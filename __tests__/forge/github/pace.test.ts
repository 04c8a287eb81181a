import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burst } from '../../../src/forge/github/pace.ts';

test('the first writes go at once, the others one after another, each after a pause of its own', async () => {
  const group = burst(2, 20);
  const done: number[] = [];
  const began = performance.now();
  const turns = [1, 2, 3, 4].map((turn) => group.key('').schedule({}, async () => void done.push(turn)));
  await Promise.all(turns.slice(0, 2));
  assert.deepEqual(done, [1, 2]);
  await Promise.all(turns);
  assert.deepEqual(done, [1, 2, 3, 4]);
  assert.ok(performance.now() - began >= 39, 'two pauses');
});
