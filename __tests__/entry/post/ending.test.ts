import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../../src/core/session.ts';
import { missingEnd } from '../../../src/entry/post/ending.ts';
import { logOf, opened, replied } from '../../support/entries.ts';

const begun: Fact[] = [opened(), { type: 'round.opened' }, replied()];
const stopped = (because: 'limit' | 'cancelled'): Fact => ({
  type: 'work.stopped',
  because,
  why: 'So it is.',
});
const finished: Fact = { type: 'work.stopped', because: 'finished', title: 'Mend it', body: '' };
const failed: Fact = {
  type: 'problem.met',
  problem: { code: 'model.cut', happened: 'It broke.', advice: 'Again.' },
};
const published: Fact = {
  type: 'effect.done',
  key: 'branch:oi/issue-1',
  receipt: { id: 'a'.repeat(40), url: 'https://github.test' },
  acted: true,
};
const closed = (kind: 'answered' | 'cancelled'): Fact => ({
  type: 'sitting.closed',
  outcome:
    kind === 'answered'
      ? { kind, answer: 'a' }
      : { kind: 'stopped', because: kind, why: 'So it is.', advice: 'Again.', published: null },
});

/** The missing end as one word. */
function missing(facts: readonly Fact[], jobStatus: string, interrupted = false): string | null {
  const fact = missingEnd(logOf(...begun, ...facts), { jobStatus, interrupted });
  if (fact?.type === 'problem.met') return fact.problem.code;
  return fact?.type === 'work.stopped' ? fact.because : null;
}

test('a process that said nothing was cancelled with its job, timed out, or crashed', () => {
  assert.equal(missing([], 'cancelled'), 'cancelled');
  assert.equal(missing([], 'failure', true), 'run.timed-out');
  assert.equal(missing([], 'failure'), 'run.crashed');
  // A step may fail without its job: `continue-on-error`.
  assert.equal(missing([], 'success'), 'run.crashed');
  assert.equal(missing([], 'success', true), 'run.timed-out');
});

test('what the log says of the end of the work counts', () => {
  assert.equal(missing([stopped('limit')], 'failure'), null);
  assert.equal(missing([failed], 'failure'), null);
  assert.equal(missing([stopped('cancelled')], 'cancelled'), null);
  assert.equal(missing([stopped('cancelled')], 'failure'), 'run.timed-out');
});

test('work that was done and not yet published has crashed; what was being published goes on', () => {
  assert.equal(missing([finished], 'failure'), 'run.crashed');
  assert.equal(missing([finished], 'cancelled'), 'cancelled');
  for (const status of ['failure', 'cancelled']) assert.equal(missing([finished, published], status), null);
});

test('an end that was told stands, but for a cancelling that was a time limit', () => {
  for (const status of ['success', 'failure', 'cancelled'])
    assert.equal(missing([finished, closed('answered')], status, true), null);
  assert.equal(missing([stopped('cancelled'), closed('cancelled')], 'cancelled', true), null);
  assert.equal(missing([stopped('cancelled'), closed('cancelled')], 'failure', true), 'run.timed-out');
});
