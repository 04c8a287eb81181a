import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delta, Item, ToolCard } from '../../../src/core/model.ts';
import { responsesEvent } from '../../../src/model/wires/responses-event.ts';
import { assembleResponse, type ResponsesAssembly } from '../../../src/model/wires/responses-reply.ts';

type Event = Record<string, unknown>;

const patch: ToolCard = {
  name: 'apply_patch',
  description: '',
  parameters: {},
  freeform: { parameter: 'patch', grammar: 'start: /.+/' },
};

/** What the events add up to. `turn` is 4. */
function assembled(events: readonly Event[], onDelta = (_: Delta): void => {}): ResponsesAssembly {
  const assembly = assembleResponse({ id: 'openai/sim', turn: 4, tools: [patch] }, onDelta);
  assembly.begin();
  for (const event of events) assembly.add(responsesEvent.parse(event));
  return assembly;
}
const itemsOf = (events: readonly Event[]): readonly Item[] => assembled(events).reply().items;

const added = (output_index: number, item: Event): Event => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: Event): Event => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const delta = (type: string, output_index: number, text: string): Event => ({
  type: `response.${type}.delta`,
  output_index,
  delta: text,
});
const completed = (response: Event = {}): Event => ({
  type: 'response.completed',
  response: { status: 'completed', ...response },
});
const text = (said: string, more: Event = {}): Event => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: said }],
  ...more,
});
const call = (call_id: string, args: string, name = 'bash'): Event => ({
  type: 'function_call',
  call_id,
  name,
  arguments: args,
});

test('reasoning, text and calls keep the order of the output, and encrypted reasoning goes back without its id', () => {
  const reasoning = {
    id: 'rs_1',
    type: 'reasoning',
    status: 'completed',
    summary: [
      { type: 'summary_text', text: 'Hm.' },
      { type: 'summary_text', text: 'Yes.' },
    ],
    encrypted_content: 'gAAAA',
  };
  assert.deepEqual(
    itemsOf([done(2, call('a', '{"command":"ls"}')), done(0, reasoning), done(1, text('Look.'))]),
    [
      { kind: 'thinking', text: 'Hm.\n\nYes.' },
      {
        kind: 'opaque',
        wire: 'responses',
        model: 'openai/sim',
        json: { type: 'reasoning', summary: reasoning.summary, encrypted_content: 'gAAAA' },
      },
      { kind: 'text', text: 'Look.' },
      { kind: 'call', id: 'a', name: 'bash', args: { command: 'ls' } },
    ],
  );
});

test('reasoning in plain words is read, and without encryption nothing is kept to send back', () => {
  const reasoning = {
    type: 'reasoning',
    content: [{ type: 'reasoning_text', text: 'Hm.' }],
    encrypted_content: null,
  };
  assert.deepEqual(itemsOf([done(0, reasoning), done(1, text('x'))]), [
    { kind: 'thinking', text: 'Hm.' },
    { kind: 'text', text: 'x' },
  ]);
});

test('the phase of a text is kept, for this wire and model only', () => {
  assert.deepEqual(itemsOf([done(0, text('Now.', { phase: 'commentary' }))]), [
    {
      kind: 'opaque',
      wire: 'responses',
      model: 'openai/sim',
      json: { type: 'message', phase: 'commentary' },
    },
    { kind: 'text', text: 'Now.' },
  ]);
});

test('raw text of a tool is the parameter that the tool has for it', () => {
  const raw = (name: string) => ({ type: 'custom_tool_call', call_id: 'a', name, input: '*** Begin' });
  assert.deepEqual(itemsOf([done(0, raw('apply_patch'))]), [
    { kind: 'call', id: 'a', name: 'apply_patch', args: { patch: '*** Begin' } },
  ]);
  assert.deepEqual(itemsOf([done(0, raw('other'))]), [
    { kind: 'call', id: 'a', name: 'other', args: { input: '*** Begin' } },
  ]);
});

test('M2: arguments that are no JSON object are garbled, also those that were cut off', () => {
  assert.deepEqual(itemsOf([done(0, call('a', '[1]'))]), [
    { kind: 'garbled', id: 'a', name: 'bash', raw: '[1]' },
  ]);
  const cut = assembled([
    added(0, call('a', '')),
    delta('function_call_arguments', 0, '{"command":'),
    { type: 'response.incomplete', response: { status: 'incomplete' } },
  ]).reply();
  assert.deepEqual(cut.items, [{ kind: 'garbled', id: 'a', name: 'bash', raw: '{"command":' }]);
  assert.equal(cut.cut, true);
  const incomplete = { type: 'response.incomplete', response: { status: 'incomplete' } };
  assert.equal(assembled([added(0, call('a', '')), incomplete]).reply().items[0]?.kind, 'garbled');
});

test('ids that are missing or doubled are made up, the same ones every time', () => {
  const events = [done(0, call('', '{}')), done(1, call('same', '{}')), done(2, call('same', ''))];
  assert.deepEqual(
    itemsOf(events).map((item) => item.kind === 'call' && [item.id, item.args]),
    [
      ['call_4_0', {}],
      ['same', {}],
      ['call_4_2', {}],
    ],
  );
});

test('items that the stream did not close, or did not hold, are taken from what there is', () => {
  assert.deepEqual(itemsOf([delta('output_text', 0, 'Hel'), delta('output_text', 0, 'lo'), completed()]), [
    { kind: 'text', text: 'Hello' },
  ]);
  assert.deepEqual(itemsOf([completed({ output: [text('Hello'), call('a', '{}')] })]), [
    { kind: 'text', text: 'Hello' },
    { kind: 'call', id: 'a', name: 'bash', args: {} },
  ]);
  const twice = [done(0, text('Hello')), completed({ output: [text('Hello')] })];
  assert.deepEqual(itemsOf(twice), [{ kind: 'text', text: 'Hello' }]);
});

test('usage is what the last event tells, with what was cached and what it cost', () => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 80 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 107,
  };
  const { usage: told } = assembled([done(0, text('x')), completed({ usage })]).reply();
  assert.deepEqual(told, { input: 100, cached: 80, output: 7, usd: null });
  const priced = assembled([completed({ usage: { ...usage, cost: 0.0123 } })]).usage();
  assert.equal(priced.usd, 0.0123);
  assert.deepEqual(assembled([done(0, text('x'))]).usage(), { input: 0, cached: 0, output: 0, usd: null });
});

test('a refusal is told, and is no answer', () => {
  const refused = assembled([
    done(0, { type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] }),
    completed(),
  ]);
  assert.equal(refused.refusal(), 'I will not.');
  assert.equal(refused.empty(), true);
  assert.equal(assembled([done(0, text(' '))]).empty(), true);
  assert.equal(assembled([done(0, call('a', '{}'))]).empty(), false);
});

test('who watches is told each piece as it comes', () => {
  const seen: Delta[] = [];
  assembled(
    [
      added(0, { type: 'reasoning', id: 'rs_1' }),
      delta('reasoning_summary_text', 0, 'Hm'),
      delta('output_text', 1, 'Hi'),
      added(2, call('a', '', 'ls')),
      delta('function_call_arguments', 2, '{}'),
      delta('audio', 3, 'AAAA'),
    ],
    (piece) => seen.push(piece),
  );
  assert.deepEqual(seen, [
    { kind: 'thinking', text: 'Hm' },
    { kind: 'text', text: 'Hi' },
    { kind: 'call', text: 'ls' },
    { kind: 'call', text: '{}' },
  ]);
});
