import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delta, Item, ToolCard } from '../../../src/core/model.ts';
import type { Assembly } from '../../../src/model/wires/protocol.ts';
import { assembleResponse } from '../../../src/model/wires/responses-reply.ts';
import { say } from '../ask-sim.ts';

type Event = Record<string, unknown>;

const patch: ToolCard = {
  name: 'apply_patch',
  description: '',
  parameters: {},
  freeform: { parameter: 'patch', grammar: 'start: /.+/' },
};

/** What the events add up to, as an answer to four messages. */
function assembled(events: readonly Event[], onDelta = (_: Delta): void => {}): Assembly {
  const prompt = { ...say('1', '2', '3', '4'), tools: [patch] };
  const assembly = assembleResponse('openai/sim', prompt, onDelta);
  for (const event of events) assert.equal(assembly.add(event), null);
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

test('the phase of a text is kept', () => {
  assert.deepEqual(itemsOf([done(0, text('Now.', { phase: 'commentary' }))]), [
    { kind: 'text', text: 'Now.', phase: 'commentary' },
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

test('items that the stream gives no place, or only a name, are not taken twice', () => {
  const output = [text('Hello'), call('a', '{}'), call('b', '{}')];
  const expected = ['Hello', 'a', 'b'];
  const told = (events: readonly Event[]) =>
    itemsOf(events).map((item) => (item.kind === 'text' ? item.text : item.kind === 'call' && item.id));
  const named = output.map((item, at) => ({
    type: 'response.output_item.done',
    item: { ...item, id: `i${at}` },
  }));
  assert.deepEqual(told([...named, completed()]), expected);
  assert.deepEqual(told([...named, completed({ output })]), expected);
  const unnamed = output.flatMap((item) => [
    { type: 'response.output_item.added', item },
    { type: 'response.output_item.done', item },
  ]);
  assert.deepEqual(told([...unnamed, completed()]), expected);
  assert.deepEqual(told([...unnamed, completed({ output })]), expected);
});

test('no item is taken twice or lost where a server counts the places of its items wrongly', () => {
  const thought = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
  const one: Event = { id: 'fc_1', ...call('a', '{"n":1}') };
  const two: Event = { id: 'fc_2', ...call('b', '{"n":2}') };
  const output = [thought, one, two];
  const expected = ['Hm.', { n: 1 }, { n: 2 }];
  const told = (events: readonly Event[]) =>
    itemsOf(events).map((item) => (item.kind === 'thinking' ? item.text : item.kind === 'call' && item.args));
  for (const places of [
    [0, 1, 3],
    [1, 2, 3],
    [0, 0, 0],
  ]) {
    const place = (at: number): number => places[at] as number;
    const closed = output.flatMap((item, at) => [
      added(place(at), { ...item, arguments: '' }),
      done(place(at), item),
    ]);
    const open = [one, two].flatMap((item, at) => [
      added(place(at + 1), { ...item, arguments: '' }),
      delta('function_call_arguments', place(at + 1), String(item['arguments'])),
    ]);
    for (const whole of [[], output]) {
      assert.deepEqual(
        told([...closed, completed({ output: whole })]),
        expected,
        `${places} ${whole.length}`,
      );
      const [, ...calls] = expected;
      assert.deepEqual(told([...open, completed({ output: whole.slice(1) })]), calls, `${places} open`);
    }
  }
});

test('reasoning that was not closed is read, and nothing encrypted of it is kept', () => {
  const begun = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAA' };
  const incomplete = { type: 'response.incomplete', response: { status: 'incomplete' } };
  assert.deepEqual(itemsOf([added(0, begun), delta('reasoning_summary_text', 0, 'Hm'), incomplete]), [
    { kind: 'thinking', text: 'Hm' },
  ]);
});

test('events of a type that is not known are passed over, whatever they hold', () => {
  const odd = {
    type: 'response.notice',
    response: 'Slow',
    item: 'x',
    usage: 3,
    output_index: 'x',
    status: 3,
  };
  const told = [odd, { type: 'response.tools', output: [] }, done(0, text('Hello'))];
  assert.equal(assembled(told).done(), false);
  assert.deepEqual(itemsOf([...told, completed()]), [{ kind: 'text', text: 'Hello' }]);
});

test('usage is what the last event tells, with what was cached and what it cost', () => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 80 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 107,
  };
  const told = (more: Event) => assembled([completed({ usage: { ...usage, ...more } })]).usage();
  assert.deepEqual(told({}), { input: 100, cached: 80, output: 7, usd: null });
  assert.equal(told({ cost: 0.0123 })?.usd, 0.0123);
  assert.equal(assembled([done(0, text('x'))]).usage(), null);
});

test('an answer ends with the event that says so, and whether it is one shows then', () => {
  const judged = (events: readonly Event[], closed = false) => assembled(events).judge(closed);
  const ended = (status: string, reason: string | null = null) => ({
    type: `response.${status}`,
    response: { status, incomplete_details: reason && { reason } },
  });
  assert.equal(assembled([done(0, text('x'))]).done(), false);
  assert.equal(assembled([done(0, text('x')), completed()]).done(), true);
  assert.equal(judged([done(0, text('x')), completed()]), null);
  assert.equal(judged([done(0, text('x'))], true), null);
  assert.deepEqual(judged([done(0, text('x'))]), { code: 'model.cut' });
  assert.deepEqual(judged([done(0, text(' ')), completed()]), { code: 'model.empty' });
  assert.equal(judged([done(0, call('a', '{}')), completed()]), null);
  assert.equal(judged([ended('incomplete', 'max_output_tokens')]), null);
  assert.deepEqual(judged([done(0, text('x')), ended('incomplete', 'content_filter')]), {
    code: 'model.filtered',
  });
  assert.deepEqual(judged([done(0, text('x')), completed({ status: 'cancelled' })]), {
    code: 'model.unavailable',
  });
  const refusal = { type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] };
  assert.deepEqual(judged([done(0, refusal), completed()]), { code: 'model.refused', said: 'I will not.' });
});

test('an answer that failed is told in the words of the server, as what it is', () => {
  const failed = (code: string, message: string) => {
    const assembly = assembleResponse('openai/sim', say('x'), () => {});
    return assembly.add({
      type: 'response.failed',
      response: { status: 'failed', error: { code, message } },
    });
  };
  const limited = failed('rate_limit_exceeded', 'Slow down');
  assert.deepEqual(limited, { code: 'model.limited', said: 'Slow down' });
  assert.equal(failed('server_error', 'Sorry')?.code, 'model.unavailable');
  assert.equal(failed('context_length_exceeded', 'Too much')?.code, 'model.overflow');
  assert.equal(failed('invalid_prompt', 'Flagged')?.code, 'model.filtered');
  assert.equal(failed('insufficient_quota', 'No money')?.again, false);
  const unsaid = assembled([{ type: 'response.failed', response: {} }]).judge(true);
  assert.deepEqual(unsaid, { code: 'model.unavailable' });
});

test('a whole answer is read as one, and a chunk of another wire as none', () => {
  const assembly = assembled([
    { object: 'response', status: 'completed', error: null, output: [text('Hi')] },
  ]);
  assert.deepEqual(assembly.reply(), { items: [{ kind: 'text', text: 'Hi' }], cut: false });
  assert.equal(assembly.isWhole({ output: [] }), true);
  assert.equal(assembly.isWhole({ choices: [] }), false);
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
      { type: 'response.created', response: { status: 'in_progress' } },
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
