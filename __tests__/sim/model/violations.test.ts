import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsOf } from '../../../sim/model/violations.ts';

const call = (id: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: args },
});
const asks = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => call(id)),
});
const answers = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const user = { role: 'user', content: 'Hi' };
const body = (...messages: readonly object[]) => ({ model: 'sim', messages });

test('a request in good order has no violation', () => {
  const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }];
  const messages = [user, asks('a', 'b'), answers('b'), answers('a'), user];
  assert.deepEqual(violationsOf({ ...body(...messages), tools, stream: true }), []);
});

const wrong: readonly [string, Record<string, unknown>, RegExp][] = [
  ['an unknown key', { ...body(user), turbo: true }, /unknown key turbo/],
  ['a choice of tools where there are none', { ...body(user), tool_choice: 'auto' }, /tool_choice without/],
  ['no model', { messages: [user] }, /no model/],
  ['no messages', body(), /no messages/],
  ['an unknown role', body({ role: 'robot', content: 'x' }), /role robot/],
  ['a message without content', body({ role: 'user' }), /no content/],
  ['an assistant that says nothing', body(user, { role: 'assistant', content: '' }), /says nothing/],
  ['an unanswered call', body(user, asks('a')), /call a is not answered/],
  [
    'an answer that comes late',
    body(user, asks('a'), user, answers('a')),
    /call a is not answered before message 2/,
  ],
  ['an answer to nothing', body(user, answers('a')), /answers no open call/],
  ['an id used twice', body(asks('a'), answers('a'), asks('a'), answers('a')), /call id a is used twice/],
  [
    'M2: arguments cut off',
    body({ ...asks(), tool_calls: [call('a', '{"x":')] }, answers('a')),
    /no JSON object/,
  ],
  ['a tool that is no function', { ...body(user), tools: [{ type: 'custom' }] }, /no function/],
  ['an empty list of tools', { ...body(user), tools: [] }, /tools is no list/],
];

for (const [title, request, words] of wrong) {
  test(`${title} is noticed`, () => assert.match(violationsOf(request).join('\n'), words));
}
