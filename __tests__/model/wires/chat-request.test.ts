import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Prompt } from '../../../src/core/model.ts';
import { chatMessage, chatRequests } from '../../../src/model/wires/chat-request.ts';
import { bash } from '../ask-sim.ts';

const written = (prompt: Prompt, countTokens = true): string =>
  Buffer.concat(chatRequests('sim', {}).pieces(prompt, countTokens)).toString();

const called: Message = {
  role: 'assistant',
  items: [
    { kind: 'thinking', text: 'I should look.' },
    { kind: 'text', text: 'Let me look.' },
    { kind: 'call', id: 'c1', name: 'bash', args: { command: 'ls' } },
    { kind: 'call', id: 'c2', name: 'bash', args: { command: 'pwd' } },
  ],
};
const messages: Message[] = [
  { role: 'system', text: 'You are careful.' },
  { role: 'user', text: 'Fix it.' },
  called,
  { role: 'tool', call: 'c1', ok: true, text: 'a.txt' },
  { role: 'tool', call: 'c2', ok: false, text: 'no' },
];

test('a prompt becomes the body that the chat reference describes', () => {
  const body: unknown = JSON.parse(written({ messages, tools: [bash], options: { temperature: 0 } }));
  assert.deepEqual(body, {
    model: 'sim',
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
    tools: [{ type: 'function', function: bash }],
    messages: [
      { role: 'system', content: 'You are careful.' },
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
          { id: 'c2', type: 'function', function: { name: 'bash', arguments: '{"command":"pwd"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
      { role: 'tool', tool_call_id: 'c2', content: 'no' },
    ],
  });
});

test('where a harness wants it, content is a list of one text part, and tools say whether they are strict', () => {
  const prompt = { messages, tools: [{ ...bash, strict: false }], options: {} };
  const body = JSON.parse(written({ ...prompt, parts: ['user', 'tool'] })) as {
    messages: { content: unknown }[];
    tools: unknown;
  };
  const part = (text: string) => [{ type: 'text', text }];
  assert.deepEqual(
    body.messages.map(({ content }) => content),
    ['You are careful.', part('Fix it.'), 'Let me look.', part('a.txt'), part('no')],
  );
  assert.deepEqual(body.tools, [{ type: 'function', function: { ...bash, strict: false } }]);
});

test('a call of what no tool can be named goes back under a name that a strict provider takes', () => {
  const sentBack = (name: string): unknown =>
    chatMessage({ role: 'assistant', items: [{ kind: 'call', id: 'c', name, args: {} }] }, {})['tool_calls'];
  for (const [name, sent] of [
    ['functions.exec', 'functions_exec'],
    ['', 'unnamed'],
    ['ls -la é', 'ls_-la__'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ] as const)
    assert.deepEqual(sentBack(name), [
      { id: 'c', type: 'function', function: { name: sent, arguments: '{}' } },
    ]);
});

test('without tools and without counting, neither is mentioned', () => {
  const body = JSON.parse(written({ messages, tools: [], options: {} }, false)) as object;
  assert.deepEqual(Object.keys(body), ['model', 'stream', 'messages']);
});

test('the same prompt is the same bytes, and a longer one extends them up to the closing brackets', () => {
  const prompt = (count: number): Prompt => ({
    messages: messages.slice(0, count),
    tools: [bash],
    options: {},
  });
  for (let count = 1; count < messages.length; count++) {
    const shorter = written(prompt(count));
    assert.equal(shorter, written(prompt(count)));
    assert.ok(written(prompt(count + 1)).startsWith(shorter.slice(0, -']}'.length)));
  }
});

test('a message that was sent before is not serialised again', () => {
  const requests = chatRequests('sim', {});
  const prompt: Prompt = { messages, tools: [], options: {} };
  const first = requests.pieces(prompt, true);
  const second = requests.pieces(prompt, true);
  assert.equal(first[1], second[1]);
  assert.equal(first.at(-2), second.at(-2));
});

test('a request parameter that the wire does not know is a mistake of the harness', () => {
  assert.throws(() => written({ messages, tools: [], options: { base_url: 'http://x' } }), {
    code: 'harness.invalid',
    message: /base_url/,
  });
  for (const name of ['model', 'messages', 'stream', 'tools', 'user']) {
    assert.throws(() => written({ messages, tools: [], options: { [name]: 'x' } }), {
      code: 'harness.invalid',
    });
  }
});

test('reasoning is sent back to those who want it, under their name for it', () => {
  assert.equal('reasoning_content' in chatMessage(called, {}), false);
  const deepseek = chatMessage(called, { thinking: { field: 'reasoning_content', missing: '(omitted)' } });
  assert.equal(deepseek['reasoning_content'], 'I should look.');
  const openrouter = chatMessage(called, { thinking: { field: 'reasoning', missing: null } });
  assert.equal(openrouter['reasoning'], 'I should look.');
});

test('M1: a message with calls and no reasoning carries what the provider takes in its place', () => {
  const silent: Message = { role: 'assistant', items: called.items.filter(({ kind }) => kind === 'call') };
  const field = 'reasoning_content';
  assert.equal(chatMessage(silent, { thinking: { field, missing: '(omitted)' } })[field], '(omitted)');
  assert.equal(chatMessage(silent, { thinking: { field, missing: '' } })[field], '');
  assert.equal(field in chatMessage(silent, { thinking: { field, missing: null } }), false);
  const plain: Message = { role: 'assistant', items: [{ kind: 'text', text: 'Done.' }] };
  assert.equal(field in chatMessage(plain, { thinking: { field, missing: '(omitted)' } }), false);
});

test('what only another wire understands is left out', () => {
  const opaque: Message = {
    role: 'assistant',
    items: [
      { kind: 'opaque', wire: 'responses', model: 'sim', json: { encrypted: 'x' } },
      { kind: 'text', text: 'Done.' },
    ],
  };
  assert.deepEqual(chatMessage(opaque, {}), { role: 'assistant', content: 'Done.' });
});
