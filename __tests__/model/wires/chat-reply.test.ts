import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delta } from '../../../src/core/model.ts';
import { chatChunk } from '../../../src/model/wires/chat-chunk.ts';
import { assemble } from '../../../src/model/wires/chat-reply.ts';

type Fragment = Record<string, unknown>;

/** The reply that chunks with these deltas add up to. `turn` is 4. */
function replyOf(deltas: readonly Fragment[], finish = 'stop', more: readonly Fragment[] = []) {
  const assembly = assemble(4, () => {});
  for (const delta of deltas) assembly.add(chatChunk.parse({ choices: [{ index: 0, delta }] }));
  assembly.add(chatChunk.parse({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  for (const chunk of more) assembly.add(chatChunk.parse(chunk));
  return { ...assembly.reply(), usage: assembly.usage() };
}

const calls = (...tool_calls: readonly Fragment[]): Fragment => ({ tool_calls });
const call = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  args?: unknown,
) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  type: 'function',
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});

test('text, thinking and calls keep the order in which they came', () => {
  const { items } = replyOf([
    { role: 'assistant', content: '' },
    { reasoning_content: 'Hm' },
    { reasoning_content: ', yes.' },
    { content: 'Let me ' },
    { content: 'look.' },
    calls(call(0, 'a', 'bash', '')),
    calls(call(0, undefined, undefined, '{"command"')),
    calls(call(0, undefined, undefined, ':"ls"}')),
  ]);
  assert.deepEqual(items, [
    { kind: 'thinking', text: 'Hm, yes.' },
    { kind: 'text', text: 'Let me look.' },
    { kind: 'call', id: 'a', name: 'bash', args: { command: 'ls' } },
  ]);
});

test('reasoning is understood under its other name, and not doubled where both are sent', () => {
  assert.deepEqual(replyOf([{ reasoning: 'Hm.' }, { content: 'x' }]).items[0], {
    kind: 'thinking',
    text: 'Hm.',
  });
  assert.deepEqual(replyOf([{ reasoning: 'Hm.', reasoning_content: 'Hm.' }]).items, [
    { kind: 'thinking', text: 'Hm.' },
  ]);
});

test('calls that arrive interleaved are told apart by their index', () => {
  const { items } = replyOf([
    calls(call(0, 'a', 'read', '{"path":'), call(1, 'b', 'bash', '{"command":')),
    calls(call(1, undefined, undefined, '"ls"}')),
    calls(call(0, undefined, undefined, '"x"}')),
  ]);
  assert.deepEqual(items, [
    { kind: 'call', id: 'a', name: 'read', args: { path: 'x' } },
    { kind: 'call', id: 'b', name: 'bash', args: { command: 'ls' } },
  ]);
});

test('whole calls that all claim index 0, or none, stay apart by their ids', () => {
  for (const index of [0, undefined]) {
    const { items } = replyOf([
      calls(call(index, 'a', 'read', '{"path":"x"}')),
      calls(call(index, 'b', 'read', '{"path":"y"}')),
    ]);
    assert.deepEqual(
      items.map((item) => item.kind === 'call' && [item.id, item.args]),
      [
        ['a', { path: 'x' }],
        ['b', { path: 'y' }],
      ],
    );
  }
});

test('a name may come in pieces, and may be repeated in every chunk', () => {
  const split = replyOf([calls(call(0, 'a', 'ba', '')), calls(call(0, undefined, 'sh', '{}'))]);
  const repeated = replyOf([calls(call(0, 'a', 'bash', '')), calls(call(0, 'a', 'bash', '{}'))]);
  const expected = [{ kind: 'call', id: 'a', name: 'bash', args: {} }];
  assert.deepEqual(split.items, expected);
  assert.deepEqual(repeated.items, expected);
});

test('ids that are missing or doubled are made up, the same ones every time', () => {
  const deltas = [
    calls(call(0, undefined, 'one', '{}')),
    calls(call(1, 'same', 'two', '{}')),
    calls(call(2, 'same', 'three', '{}')),
  ];
  const ids = replyOf(deltas).items.map((item) => item.kind === 'call' && item.id);
  assert.deepEqual(ids, ['call_4_0', 'same', 'call_4_2']);
  assert.deepEqual(replyOf(deltas), replyOf(deltas));
});

test('arguments may be an object, or nothing for a tool without parameters', () => {
  const { items } = replyOf([calls(call(0, 'a', 'one', { x: 1 })), calls(call(1, 'b', 'two', ''))]);
  assert.deepEqual(
    items.map((item) => item.kind === 'call' && item.args),
    [{ x: 1 }, {}],
  );
});

test('M2: arguments that are no JSON object are garbled, and never an empty success', () => {
  const raw = '{"path": "a.ts", "content": "abc';
  const cut = replyOf([calls(call(0, 'a', 'write', raw))], 'length');
  assert.deepEqual(cut.items, [{ kind: 'garbled', id: 'a', name: 'write', raw }]);
  assert.equal(cut.cut, true);
  const nothing = replyOf([calls(call(0, 'a', 'write', ''))], 'length');
  assert.equal(nothing.items[0]?.kind, 'garbled');
  assert.equal(replyOf([calls(call(0, 'a', 'write', '[1]'))]).items[0]?.kind, 'garbled');
});

test('usage is read from the last chunk, under the names that providers have for its parts', () => {
  const usage = (told: Fragment) => replyOf([{ content: 'x' }], 'stop', [{ choices: [], usage: told }]).usage;
  const counts = { prompt_tokens: 100, completion_tokens: 7 };
  const expected = { input: 100, cached: 80, output: 7, usd: null };
  assert.deepEqual(usage({ ...counts, prompt_tokens_details: { cached_tokens: 80 } }), expected);
  assert.deepEqual(usage({ ...counts, prompt_cache_hit_tokens: 80 }), expected);
  assert.deepEqual(usage({ ...counts, cached_tokens: 80 }), expected);
  assert.deepEqual(usage({ ...counts, cost: 0.0123 }), { input: 100, cached: 0, output: 7, usd: 0.0123 });
  const groq = replyOf([{ content: 'x' }], 'stop', [{ choices: [], x_groq: { usage: counts } }]);
  assert.equal(groq.usage?.input, 100);
  assert.equal(replyOf([{ content: 'x' }]).usage, null);
});

test('who watches is told each piece as it comes', () => {
  const seen: Delta[] = [];
  const assembly = assemble(0, (delta) => seen.push(delta));
  for (const delta of [{ reasoning: 'Hm' }, { content: 'Hi' }, calls(call(0, 'a', 'ls', '{}'))]) {
    assembly.add(chatChunk.parse({ choices: [{ delta }] }));
  }
  assert.deepEqual(seen, [
    { kind: 'thinking', text: 'Hm' },
    { kind: 'text', text: 'Hi' },
    { kind: 'call', text: 'ls{}' },
  ]);
});
