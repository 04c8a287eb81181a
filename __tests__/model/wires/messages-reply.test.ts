import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delta } from '../../../src/core/model.ts';
import { assembleMessage } from '../../../src/model/wires/messages-reply.ts';
import { say } from '../ask-sim.ts';

type Event = Record<string, unknown>;

/** What events add up to, in the conversation's first turn. */
function read(...events: Event[]) {
  const seen: Delta[] = [];
  const assembly = assembleMessage('anthropic/m', say('Hi'), (delta) => seen.push(delta));
  const troubles = events.map((event) => assembly.add(event)).filter((trouble) => trouble !== null);
  return { ...assembly.reply(), usage: assembly.usage(), done: assembly.done(), seen, troubles, assembly };
}
const start = (index: number, content_block: Event): Event => ({
  type: 'content_block_start',
  index,
  content_block,
});
const grow = (index: number, delta: Event): Event => ({ type: 'content_block_delta', index, delta });
const json = (index: number, partial_json: string) => grow(index, { type: 'input_json_delta', partial_json });
const end = (stop_reason: string): Event => ({ type: 'message_delta', delta: { stop_reason } });
const tool = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} };

test('pings, events and blocks that are not known yet are passed over', () => {
  const { items, troubles } = read(
    { type: 'ping' },
    { type: 'thinking_tokens', estimate: 3 },
    { type: 'warning', message: 'Slow', delta: 'x', content: 'x', usage: 3, index: 'x' },
    start(0, { type: 'server_tool_use', id: 's', name: 'web', input: {} }),
    start(1, { type: 'text', text: '' }),
    grow(1, { type: 'citations_delta', citation: {} }),
    grow(1, { type: 'text_delta', text: 'Hi' }),
    end('end_turn'),
  );
  assert.deepEqual(items, [{ kind: 'text', text: 'Hi' }]);
  assert.deepEqual(troubles, []);
});

test('a signed block is kept with all that it had, thoughts that are not shown and encrypted ones too', () => {
  const { items } = read(
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    grow(0, { type: 'signature_delta', signature: 'c2ln' }),
    start(1, { type: 'redacted_thinking', data: 'ZGF0YQ==' }),
    start(2, { type: 'thinking', thinking: 'Unsigned.' }),
  );
  assert.deepEqual(items, [
    {
      kind: 'opaque',
      wire: 'messages',
      model: 'anthropic/m',
      json: { type: 'thinking', thinking: '', signature: 'c2ln' },
    },
    {
      kind: 'opaque',
      wire: 'messages',
      model: 'anthropic/m',
      json: { type: 'redacted_thinking', data: 'ZGF0YQ==' },
    },
    { kind: 'thinking', text: 'Unsigned.' },
  ]);
});

test('arguments come in pieces, whole with the block, or not at all for a tool without parameters', () => {
  const args = (...events: Event[]) =>
    read(...events, end('tool_use')).items.map((item) => item.kind === 'call' && item.args);
  assert.deepEqual(args(start(0, tool), json(0, ''), json(0, '{"command": '), json(0, '"ls"}')), [
    { command: 'ls' },
  ]);
  assert.deepEqual(args(start(0, { ...tool, input: { command: 'ls' } })), [{ command: 'ls' }]);
  assert.deepEqual(args(start(0, tool)), [{}]);
});

test('blocks without a place, or with that of another, keep what is theirs', () => {
  const [word, text] = [
    { type: 'text', text: '' },
    { type: 'text_delta', text: 'Hi' },
  ];
  const args = { type: 'input_json_delta', partial_json: '{"command":"ls"}' };
  const expected = [
    { kind: 'text', text: 'Hi' },
    { kind: 'call', id: 'toolu_1', name: 'bash', args: { command: 'ls' } },
  ];
  const events = [start(0, word), grow(0, text), start(0, tool), grow(0, args), end('tool_use')];
  assert.deepEqual(read(...events).items, expected);
  assert.deepEqual(read(...events.map(({ index: _, ...event }) => event)).items, expected);
});

test('M2: arguments that are no JSON object are garbled, and what was cut off is never an empty success', () => {
  const broken = read(start(0, tool), json(0, '{"command": "l'), end('max_tokens'));
  assert.deepEqual(broken.items, [{ kind: 'garbled', id: 'toolu_1', name: 'bash', raw: '{"command": "l' }]);
  assert.equal(broken.cut, true);
  assert.equal(read(start(0, tool), end('max_tokens')).items[0]?.kind, 'garbled');
  assert.equal(read(start(0, tool), json(0, '[1]'), end('tool_use')).items[0]?.kind, 'garbled');
});

test('ids that are missing or doubled are made up', () => {
  const { items } = read(start(0, { ...tool, id: '' }), start(1, tool), start(2, tool), end('tool_use'));
  assert.deepEqual(
    items.map((item) => item.kind === 'call' && item.id),
    ['call_1_0', 'toolu_1', 'call_1_2'],
  );
});

test('tokens that were read from the cache, or written to it, are part of the input; the end of the stream has the sum', () => {
  const { usage } = read(
    {
      type: 'message_start',
      message: {
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 800,
          cache_creation_input_tokens: 100,
          output_tokens: 1,
        },
      },
    },
    { ...end('end_turn'), usage: { output_tokens: 50, cache_read_input_tokens: null } },
  );
  assert.deepEqual(usage, { input: 910, cached: 800, written: 100, output: 50, usd: null });
  assert.equal(read({ type: 'ping' }).usage, null);
});

test('a stream that broke off before the sum has told only a part', () => {
  const begun = { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } };
  assert.deepEqual(read(begun).usage, { input: 10, cached: 0, output: 1, usd: null, partly: true });
  const told = { input: 10, cached: 0, output: 7, usd: null };
  assert.deepEqual(read(begun, { ...end('end_turn'), usage: { output_tokens: 7 } }).usage, told);
});

test('an answer is over when it says so, and not before', () => {
  const open = read(start(0, { type: 'text', text: 'Hi' }));
  assert.equal(open.assembly.judge(false)?.code, 'model.cut');
  assert.equal(open.done, false);
  const over = read(start(0, { type: 'text', text: 'Hi' }), end('end_turn'), { type: 'message_stop' });
  assert.equal(over.assembly.judge(false), null);
  assert.equal(over.done, true);
  assert.equal(read(end('end_turn')).assembly.judge(true)?.code, 'model.empty');
});

test('who watches is told each piece as it comes', () => {
  const { seen } = read(
    grow(0, { type: 'thinking_delta', thinking: 'Hm' }),
    grow(1, { type: 'text_delta', text: 'Hi' }),
    start(2, tool),
    json(2, '{}'),
  );
  assert.deepEqual(seen, [
    { kind: 'thinking', text: 'Hm' },
    { kind: 'text', text: 'Hi' },
    { kind: 'call', text: 'bash' },
    { kind: 'call', text: '{}' },
  ]);
});
