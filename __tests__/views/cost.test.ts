import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { costWords } from '../../src/views/cost.ts';
import { usage } from '../../src/views/usage.ts';
import { logOf, opened, replied } from '../support/entries.ts';

/** A stream that broke off before the provider told anything. */
const broken: Fact = {
  type: 'attempt.failed',
  problem: { code: 'model.cut', happened: 'It broke off.', advice: 'Again.' },
  usage: { input: 0, cached: 0, output: 0, usd: null },
  waitSeconds: 1,
};
/** An attempt that the provider refused, for which nobody pays. */
const refused: Fact = { ...broken, usage: { ...broken.usage, usd: 0 } };

const words = (...facts: readonly Fact[]): string => costWords(1, usage(logOf(opened(), ...facts)), null);

test('a sum is exact where everything was told, else the least, else unknown', () => {
  assert.equal(words(), '1 turn, 0 tokens, $0.0000');
  assert.equal(words(replied(), refused), '1 turn, 15 tokens, $0.0100');
  assert.equal(words(replied(), broken), '1 turn, at least 15 tokens, at least $0.0100');
  assert.equal(words(replied({ usd: null })), '1 turn, 15 tokens, price unknown');
  assert.equal(words(replied({ usd: null }), broken), '1 turn, at least 15 tokens, price unknown');
  assert.equal(words(broken), '1 turn, tokens unknown, price unknown');
});

test('tokens that were told in part are the least, and so is their price', () => {
  const partly: Fact = { ...broken, usage: { input: 10, cached: 0, output: 1, usd: null, partly: true } };
  assert.equal(words(replied(), partly), '1 turn, at least 26 tokens, at least $0.0100');
  const priced: Fact = { ...partly, usage: { ...partly.usage, usd: 0.02, listed: true } };
  assert.equal(words(priced), '1 turn, at least 11 tokens, at least $0.0200 at list price');
});

test('a sum at list prices says so', () => {
  const listed = replied({ listed: true });
  assert.equal(words(listed), '1 turn, 15 tokens, $0.0100 at list price');
  assert.equal(words(listed, broken), '1 turn, at least 15 tokens, at least $0.0100 at list price');
});

test('what a sitting before this one spent is not counted again', () => {
  assert.equal(words(replied(), broken, opened({}, 's/2'), replied()), '1 turn, 15 tokens, $0.0100');
});

test('a limit of dollars that could not be kept for want of prices is said, and one that could is not', () => {
  const limits = { turns: null, minutes: null, tokens: null, usd: 1 };
  const within = (...facts: readonly Fact[]): string =>
    costWords(1, usage(logOf(opened(), ...facts)), { model: 'sim/model', limits });
  assert.equal(within(replied()), '1 turn, 15 tokens, $0.0100');
  assert.equal(
    within(replied({ usd: null })),
    '1 turn, 15 tokens, price unknown. The limit of $1 could not be kept: the price of sim/model is unknown.',
  );
  assert.equal(
    within(replied(), broken),
    '1 turn, at least 15 tokens, at least $0.0100. The limit of $1 holds only for the answers whose price is known.',
  );
});

test('a question over which a process died makes the sum the least; one that is open still may be told', () => {
  const asked: Fact = { type: 'model.asked' };
  const killed: Fact = {
    type: 'problem.met',
    problem: { code: 'run.crashed', happened: 'Dead.', advice: 'Again.' },
  };
  const least = '1 turn, at least 15 tokens, at least $0.0100';
  assert.equal(words(asked, replied(), asked), '1 turn, 15 tokens, $0.0100');
  assert.equal(words(asked, refused, asked, replied()), '1 turn, 15 tokens, $0.0100');
  assert.equal(words(asked, replied(), asked, killed), least);
  assert.equal(words(asked, { type: 'sitting.resumed' }, asked, replied()), least);
  assert.equal(
    words(
      asked,
      replied(),
      asked,
      { type: 'session.rewound', to: 2, kept: null },
      { type: 'sitting.resumed' },
    ),
    least,
  );
});
