import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../../src/core/session.ts';
import { survey } from '../../../src/views/transcript/survey.ts';
import { logOf, opened, replied } from '../../support/entries.ts';

const called = (id: string): Fact => ({
  type: 'tool.called',
  call: { id, tool: 'exec', args: {}, quote: null },
});
const returned = (call: string): Fact => ({ type: 'tool.returned', call, result: { ok: true, fields: {} } });
const failed: Fact = {
  type: 'attempt.failed',
  problem: { code: 'model.limited', happened: 'h', advice: 'a' },
  usage: { input: 1, cached: 0, output: 1, usd: 0 },
  waitSeconds: 1,
};
const finished: Fact = { type: 'work.stopped', because: 'finished', title: 't', body: 'b' };
const places = (...facts: Fact[]): string[] =>
  survey(logOf(...facts)).chapters.map(({ sitting, part, turn }) => `${sitting} ${part} ${turn}`);

test('an attempt that failed belongs to the turn that it was for', () => {
  assert.deepEqual(places(opened(), replied(), called('c2_0'), failed, failed, replied()), [
    '1 before 0',
    '1 turn 1',
    '1 turn 1',
    '1 turn 2',
    '1 turn 2',
    '1 turn 2',
  ]);
});

test('turns are counted in each sitting, and what follows the end of the work is apart', () => {
  assert.deepEqual(places(opened(), replied(), finished, opened(), replied()), [
    '1 before 0',
    '1 turn 1',
    '1 after 1',
    '2 before 0',
    '2 turn 1',
  ]);
});

test('a call that runs again under its old id has its own answer, and one without a call was declined', () => {
  const log = logOf(
    opened(),
    replied(),
    called('c2_0'),
    { type: 'session.rewound', to: 2, kept: null },
    called('c2_0'),
    returned('c2_0'),
    returned('c2_1'),
  );
  const known = survey(log);
  assert.deepEqual(
    [...known.returned].map(([seq, entry]) => [seq, entry.seq]),
    [[5, 6]],
  );
  assert.deepEqual([...known.unasked], [7]);
  assert.deepEqual([...known.gone], [3]);
});

test('the time between two processes is nobody’s', () => {
  const log = logOf(opened(), replied(), { type: 'sitting.resumed' }, replied());
  const later = log.map((entry) =>
    entry.seq < 3 ? entry : { ...entry, at: new Date(Date.parse(entry.at) + 3_600_000).toISOString() },
  );
  const { since, took } = survey(later);
  assert.deepEqual(
    [2, 3, 4].map((seq) => since.get(seq)),
    [1000, 1000, 2000],
  );
  assert.equal(took.get(4), 1000);
});
