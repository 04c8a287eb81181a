import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Prompt, ToolCard } from '../../../src/core/model.ts';
import { type Dialect, responsesRequests } from '../../../src/model/wires/responses-request.ts';
import { bash } from '../ask-sim.ts';

const openai: Dialect = { instructions: 'developer', encrypted: true, freeform: true };
const written = (prompt: Prompt, dialect = openai): string =>
  Buffer.concat(responsesRequests('sim', dialect).pieces(prompt)).toString();
const inputOf = (messages: readonly Message[], dialect = openai, tools: readonly ToolCard[] = []): unknown =>
  (JSON.parse(written({ messages, tools, options: {} }, dialect)) as { input: unknown }).input;

const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' };
const thoughts = { kind: 'opaque', wire: 'responses', model: 'openai/sim', json: reasoning } as const;
const patch: ToolCard = {
  name: 'apply_patch',
  description: 'Edits files.',
  parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
  freeform: { parameter: 'input', grammar: 'start: /.+/' },
};
const called: Message = {
  role: 'assistant',
  items: [
    { kind: 'thinking', text: 'I should look.' },
    thoughts,
    { kind: 'text', text: 'Let me look.' },
    { kind: 'call', id: 'c1', name: 'bash', args: { command: 'ls' } },
    { kind: 'call', id: 'c2', name: 'apply_patch', args: { input: '*** Begin Patch\n' } },
  ],
};
const messages: Message[] = [
  { role: 'system', text: 'You are careful.' },
  { role: 'user', text: 'Fix it.' },
  called,
  { role: 'tool', call: 'c1', ok: true, text: 'a.txt' },
  { role: 'tool', call: 'c2', ok: false, text: 'no' },
];

test('a prompt becomes the body that the Responses reference describes, stateless, with reasoning in its place', () => {
  const body: unknown = JSON.parse(written({ messages, tools: [bash, patch], options: { temperature: 0 } }));
  assert.deepEqual(body, {
    model: 'sim',
    temperature: 0,
    store: false,
    stream: true,
    include: ['reasoning.encrypted_content'],
    tools: [
      { type: 'function', ...bash, strict: false },
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Edits files.',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
      },
    ],
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are careful.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] },
      reasoning,
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
      { type: 'function_call', call_id: 'c1', name: 'bash', arguments: '{"command":"ls"}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch\n' },
      { type: 'function_call_output', call_id: 'c1', output: 'a.txt' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'no' },
    ],
  });
});

test('a server that takes neither raw text nor encrypted reasoning nor developers gets functions and a system message', () => {
  const plain: Dialect = { instructions: 'system', encrypted: false, freeform: false };
  const body = JSON.parse(written({ messages, tools: [patch], options: {} }, plain)) as {
    input: { type: string; role?: string }[];
    tools: unknown;
  };
  const { freeform: _, ...card } = patch;
  assert.deepEqual(body.tools, [{ type: 'function', ...card, strict: false }]);
  assert.deepEqual(
    body.input.map(({ type, role }) => role ?? type),
    [
      'system',
      'user',
      'assistant',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ],
  );
  assert.equal('include' in body, false);
});

test('reasoning that nothing of the model follows is left out, as is what only another wire understands', () => {
  const items = (...said: Extract<Message, { role: 'assistant' }>['items']) =>
    inputOf([{ role: 'assistant', items: said }]);
  const text = { kind: 'text', text: 'Done.' } as const;
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] };
  assert.deepEqual(items(thoughts, text), [reasoning, said]);
  assert.deepEqual(items(text, thoughts), [said]);
  assert.deepEqual(items({ ...thoughts, wire: 'messages' }, text), [said]);
  assert.deepEqual(items(thoughts, thoughts, text), [reasoning, reasoning, said]);
});

test('the phase of a text goes back with it', () => {
  const now = { kind: 'text', text: 'Now.', phase: 'commentary' } as const;
  const input = inputOf([{ role: 'assistant', items: [now, { kind: 'text', text: 'Done.' }] }]);
  assert.deepEqual(
    (input as { phase?: string }[]).map(({ phase }) => phase),
    ['commentary', undefined],
  );
});

test('calls of what no tool can be named, or of a tool that is not there, go back as functions', () => {
  const input = inputOf([
    { role: 'assistant', items: [{ kind: 'call', id: 'c', name: 'functions.exec é', args: {} }] },
    { role: 'tool', call: 'c', ok: false, text: 'no' },
  ]);
  assert.deepEqual(input, [
    { type: 'function_call', call_id: 'c', name: 'functions_exec__', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'no' },
  ]);
});

test('a raw call whose text was lost goes back empty', () => {
  const items = [{ kind: 'call', id: 'c', name: 'apply_patch', args: {} }] as const;
  assert.deepEqual(inputOf([{ role: 'assistant', items }], openai, [patch]), [
    { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '' },
  ]);
});

test('the same prompt is the same bytes, and a longer one extends them up to the closing brackets', () => {
  const prompt = (count: number): Prompt => ({
    messages: messages.slice(0, count),
    tools: [bash, patch],
    options: {},
  });
  for (let count = 1; count < messages.length; count++) {
    const shorter = written(prompt(count));
    assert.equal(shorter, written(prompt(count)));
    assert.ok(written(prompt(count + 1)).startsWith(shorter.slice(0, -']}'.length)));
  }
});

test('a message that was sent before is not serialised again', () => {
  const requests = responsesRequests('sim', openai);
  const prompt: Prompt = { messages, tools: [], options: {} };
  assert.equal(requests.pieces(prompt).at(-2), requests.pieces(prompt).at(-2));
});

test('a request parameter that the wire does not know is a mistake of the harness', () => {
  for (const name of ['base_url', 'model', 'input', 'stream', 'store', 'tools', 'max_tokens', 'user']) {
    assert.throws(() => written({ messages, tools: [], options: { [name]: 'x' } }), {
      code: 'harness.invalid',
      message: new RegExp(name),
    });
  }
});
