import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only } from '../../src/core/session.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, call, data, garbled, play, reply, text, textIn, turn } from './play.ts';

const base = await data('minimal');
const codec = { ...base.codec, longer: { max_tokens: 64 } };
const made = await toHarness({ ...base, options: { chat: { max_tokens: 8 } }, codec } as typeof base);
const cut = (...items: Parameters<typeof reply>) => ({ ...reply(...items), cut: true });

test('an answer that was cut off is asked for once more with more room, and nothing of it is run or told', () => {
  const at = begin('minimal');
  const before = made.encode(at.entries);
  assert.deepEqual(before.options, { max_tokens: 8 });
  const half = cut(text('I write'), call('bash', { command: 'rm -r a' }), garbled('write', '{"path": "a'));
  const step = play(at, made, [half]);
  assert.deepEqual(step, { kind: 'ask' });
  assert.deepEqual(only(at.entries, 'tool.called'), []);
  assert.deepEqual(made.encode(at.entries), { ...before, options: { max_tokens: 64 } });
  turn(at, step, [reply(call('bash', { command: 'ls' }))]);
  turn(at, made.next(at.entries), []);
  const after = made.encode(at.entries);
  assert.deepEqual(after.options, { max_tokens: 8 });
  assert.deepEqual(
    after.messages.slice(before.messages.length).map(({ role }) => role),
    ['assistant', 'tool'],
  );
});

test('a second answer that was cut off stands and is told so, and the next one has a second try again', () => {
  const at = begin('minimal');
  play(at, made, [cut(text('One')), cut(text('Two'))]);
  const { messages, options } = made.encode(at.entries);
  assert.deepEqual(options, { max_tokens: 8 });
  assert.deepEqual(messages.slice(-2).map(textIn).slice(0, 1), ['Two']);
  assert.match(textIn(messages.at(-1)), /cut off/);
  play(at, made, [cut(text('Three'))]);
  assert.deepEqual(made.encode(at.entries), {
    ...made.encode(at.entries),
    messages,
    options: { max_tokens: 64 },
  });
});

test('a model whose answers are always cut off ends the work', () => {
  const at = begin('minimal');
  const end = play(
    at,
    made,
    Array.from({ length: 20 }, () => cut(text('On and'))),
  );
  assert.equal(end.kind, 'stop');
  assert.equal(only(at.entries, 'model.replied').length, 2 * base.codec.patience);
});
