import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overspent, secondsLeft, usdLeft } from '../../src/agent/limits.ts';
import type { Fact } from '../../src/core/session.ts';
import { logOf, opened, replied } from '../support/entries.ts';

const none = { turns: null, minutes: null, tokens: null, usd: null };
const soon = new Date('2026-01-01T00:00:30Z');
const failedAttempt: Fact = {
  type: 'attempt.failed',
  problem: { code: 'model.cut', happened: 'It broke off.', advice: 'Again.' },
  usage: { input: 100, cached: 0, output: 0, usd: 1 },
  waitSeconds: 1,
};

test('without limits nothing is ever overspent', () => {
  assert.equal(
    overspent(logOf(opened({ limits: none }), replied(), replied()), new Date('2030-01-01')),
    null,
  );
});

test('each limit is reached at its number and named', () => {
  const spent = (limits: object) =>
    overspent(logOf(opened({ limits: { ...none, ...limits } }), replied(), replied()), soon);
  assert.equal(spent({ turns: 3 }), null);
  assert.equal(spent({ turns: 2 }), 'The limit of 2 turns is reached.');
  assert.equal(spent({ tokens: 31 }), null);
  assert.equal(spent({ tokens: 30 }), 'The limit of 30 tokens is reached.');
  assert.equal(spent({ usd: 0.02 }), 'The limit of $0.02 is reached.');
  assert.equal(spent({ minutes: 0.5 }), 'The limit of 0.5 minutes is reached.');
});

test('attempts that failed, and what a rewind took back, were paid for all the same', () => {
  const limits = { ...none, usd: 1 };
  assert.equal(overspent(logOf(opened({ limits }), failedAttempt), soon), 'The limit of $1 is reached.');
  const rewound = logOf(opened({ limits: { ...none, turns: 1 } }), replied(), {
    type: 'session.rewound',
    to: 1,
    kept: null,
  });
  assert.equal(overspent(rewound, soon), 'The limit of 1 turn is reached.');
});

test('a later sitting begins with a budget of its own', () => {
  const limits = { ...none, turns: 1 };
  assert.equal(
    overspent(logOf(opened({ limits }), replied(), opened({ limits }, 's/2')).slice(2), soon),
    null,
  );
});

test('the time in which no process worked on the sitting does not count', () => {
  const log = logOf(opened({ limits: { ...none, minutes: 0.5 } }), replied(), { type: 'sitting.resumed' });
  const later = log.map((entry, index) => (index < 2 ? entry : { ...entry, at: '2026-01-02T00:00:00Z' }));
  const now = new Date('2026-01-02T00:00:28Z');
  assert.equal(overspent(later, now), null);
  assert.equal(secondsLeft(later, now), 1);
  assert.equal(overspent(later, new Date('2026-01-02T00:00:29Z')), 'The limit of 0.5 minutes is reached.');
});

test('the time left is what limits a question', () => {
  assert.equal(secondsLeft(logOf(opened({ limits: { ...none, minutes: 1 } })), soon), 30);
  assert.equal(secondsLeft(logOf(opened({ limits: { ...none, minutes: 0.1 } })), soon), 0);
  assert.equal(secondsLeft(logOf(opened()), new Date('2026-01-01')), 86_400);
});

test('a request that would go over the limit in dollars is not sent, whatever was spent before', () => {
  const log = logOf(opened({ limits: { ...none, usd: 0.05 } }), replied(), replied());
  assert.equal(overspent(log, soon, 0.03), null);
  assert.equal(
    overspent(log, soon, 0.0301),
    'The next request may cost $0.0301, which would go over the limit of $0.05.',
  );
});

test('what is left of the money is what the limit has over what was paid, and nothing is known without one', () => {
  const left = (usd: number | null) =>
    usdLeft(logOf(opened({ limits: { ...none, usd } }), failedAttempt, replied()));
  assert.equal(left(null), null);
  assert.equal(left(3)?.toFixed(2), '1.99');
});
