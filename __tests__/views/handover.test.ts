import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { handover } from '../../src/views/handover.ts';
import { logOf, opened } from '../support/entries.ts';

const ended = (...facts: Fact[]) => handover(logOf(opened(), { type: 'round.opened' }, ...facts)).ended;
const problem = (happened: string): Fact => ({
  type: 'problem.met',
  problem: { code: 'git.failed', happened, advice: 'Again.' },
});
const finished: Fact = { type: 'work.stopped', because: 'finished', title: 'T', body: '' };
const told = (end: ReturnType<typeof ended>) => (end.how === 'failed' ? end.problem.happened : end.how);

test('work that was overtaken by a problem failed; a problem before it was overcome', () => {
  assert.equal(told(ended(finished)), 'finished');
  assert.equal(told(ended(problem('Early.'), finished)), 'finished');
  assert.equal(told(ended(finished, problem('Late.'))), 'Late.');
});

test('of several problems the first is the cause, of each process anew', () => {
  assert.equal(told(ended(problem('Cause.'), problem('Effect.'))), 'Cause.');
  assert.equal(told(ended(problem('Cause.'), { type: 'sitting.resumed' }, problem('Another.'))), 'Another.');
});

test('an end stands when a process was cut off between it and telling it', () => {
  assert.equal(told(ended(finished, { type: 'sitting.resumed' })), 'finished');
});

test('without an end the run was cut off', () => {
  assert.deepEqual(ended(), { how: 'stopped', because: 'cancelled', why: 'The run was cut off.' });
});
