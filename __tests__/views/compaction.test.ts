import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { codexEvents } from '../../src/views/codex-events.ts';
import { handover } from '../../src/views/handover.ts';
import { lines } from '../../src/views/lines.ts';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { usage } from '../../src/views/usage.ts';
import { logOf, opened, replied } from '../support/entries.ts';

const opening = {
  type: 'compaction.opened',
  why: 'full',
  strategy: 'summarise-tail-keep',
  used: 180_123,
  window: 200_000,
  share: 1,
} as const;
const closing = {
  type: 'compaction.closed',
  strategy: 'summarise-tail-keep',
  notes: ['What I <b>know</b>.'],
  kept: { users: [3], from: 6 },
  cleared: [],
  before: 180_123,
  after: 9000,
} as const;
const begin: readonly Fact[] = [opened(), { type: 'round.opened' }, replied()];

const shown = (...facts: readonly Fact[]): string[] =>
  lines(logOf(...begin, ...facts)).map(({ text, loud }) => (loud ? `! ${text}` : text));
const page = (...facts: readonly Fact[]): string => transcript(logOf(...begin, ...facts), { title: 's' });

test('a terminal is told that the conversation became shorter, loudly where something is lost by it', () => {
  assert.deepEqual(shown(opening), [
    'The conversation has become too long (about 180,123 tokens); the model makes notes of it.',
  ]);
  assert.deepEqual(shown(opening, closing), [
    'The conversation was made shorter from about 180,123 to about 9,000 tokens.',
  ]);
  assert.deepEqual(shown({ ...closing, kept: null, notes: [], cleared: ['c3_0'] }), [
    'The conversation was made shorter from about 180,123 to about 9,000 tokens.',
  ]);
  assert.deepEqual(shown(opening, { ...closing, notes: [] }), [
    '! The conversation was made shorter from about 180,123 to about 9,000 tokens, without notes of what is left out.',
  ]);
  assert.deepEqual(shown(opening, { ...closing, kept: null, notes: [] }), [
    '! The conversation could not be made shorter.',
  ]);
});

test('the transcript shows when and by how much, what is left out, and the notes as text', () => {
  const told = page(opening, replied(), closing);
  assert.match(told, /It has become long: about 180,123 tokens of 200,000\. The model is asked for notes\./);
  assert.match(
    told,
    /from about 180,123 to about 9,000 tokens\. What was said before entry 6 of the log is left out, but for the messages of 1 entry\./,
  );
  assert.match(told, /What I &lt;b&gt;know&lt;\/b&gt;\./);
  const overflow = page({ ...opening, why: 'overflow', window: null }, { ...closing, notes: [] });
  assert.match(overflow, /The provider says that it is too long: about 180,123 tokens\./);
  assert.match(overflow, /There are no notes in its place\./);
  assert.match(page({ ...closing, kept: null, cleared: ['c3_0', 'c4_0'] }), /2 old results left out\./);
  assert.match(page({ ...closing, kept: null }), /could not be made shorter/);
});

test('notes are paid for as every answer, and said to nobody', () => {
  const log = logOf(...begin, opening, replied());
  assert.deepEqual(codexEvents(log), []);
  assert.deepEqual([usage(log).input, usage(log).output, handover(log).turns], [20, 10, 2]);
  assert.equal(codexEvents(logOf(...begin, opening, replied(), closing, replied())).length, 1);
  // A rewind takes back a compaction that was under way, too.
  const rewound: Fact = { type: 'session.rewound', to: 3, kept: null };
  assert.equal(codexEvents(logOf(...begin, opening, rewound, replied())).length, 1);
});
