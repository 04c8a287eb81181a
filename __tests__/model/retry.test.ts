import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { planRetry } from '../../src/model/retry.ts';
import type { Failure } from '../../src/model/wire.ts';

const failure = (more: Partial<Failure> = {}): Failure => ({
  ok: false,
  error: new OiError('model.unavailable', 'It is down.', 'Wait.'),
  usage: { input: 0, cached: 0, output: 0, usd: 0 },
  again: true,
  retryAfterSeconds: null,
  ...more,
});
const at = { attempt: 1, secondsLeft: 3600, random: 0, now: new Date('2026-10-01T12:00:00Z') };

test('the wait doubles with each attempt up to a minute, less up to a quarter by chance', () => {
  const waits = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7].map((attempt) => {
      const next = planRetry(failure(), { ...at, attempt, random });
      return next.kind === 'again' && next.waitSeconds;
    });
  assert.deepEqual(waits(0), [1, 2, 4, 8, 16, 32, 60]);
  assert.deepEqual(waits(0.8), [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 48]);
});

test('no wait is longer than the time that is left', () => {
  assert.equal(planRetry(failure(), { ...at, attempt: 4, secondsLeft: 8.1 }).kind, 'again');
  assert.equal(planRetry(failure(), { ...at, attempt: 4, secondsLeft: 8 }).kind, 'give-up');
  assert.equal(planRetry(failure({ retryAfterSeconds: 5 }), { ...at, secondsLeft: 5 }).kind, 'give-up');
});

test('M5: a provider that asks to wait for days is given up at once, and its words say until when', () => {
  const limited = new OiError('model.limited', 'Too many requests.', 'Wait.');
  const next = planRetry(failure({ error: limited, retryAfterSeconds: 259_200 }), at);
  assert.equal(next.kind, 'give-up');
  assert.equal(next.kind === 'give-up' && next.error.code, 'model.limited');
  assert.match(next.kind === 'give-up' ? next.error.message : '', /until 2026-10-04 12:00 UTC/);
});

test('what would fail the same way again is not tried again', () => {
  const rejected = new OiError('model.rejected', 'No.', 'Change it.');
  assert.deepEqual(planRetry(failure({ error: rejected, again: false }), at), {
    kind: 'give-up',
    error: rejected,
  });
});

test('the last of many attempts says how many there were', () => {
  const next = planRetry(failure(), { ...at, attempt: 8 });
  assert.equal(next.kind === 'give-up' && next.error.happened, 'It is down (tried 8 times).');
});
