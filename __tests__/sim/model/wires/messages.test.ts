import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ModelOptions, type SimModel, startModel } from '../../../../sim/model/index.ts';
import { messagesViolationsOf, signatureOf } from '../../../../sim/model/wires/messages-violations.ts';

type Event = {
  type: string;
  index?: number;
  content_block?: { type: string; name?: string };
  delta?: { type?: string; text?: string; thinking?: string; partial_json?: string; stop_reason?: string };
  usage?: { output_tokens: number };
};

async function start(t: TestContext, script: ModelOptions['script']): Promise<SimModel> {
  const sim = await startModel({ script });
  t.after(() => sim.close());
  return sim;
}

const user = { role: 'user', content: 'Fix it.' };
const ask = (sim: SimModel, body: object): Promise<Response> =>
  fetch(`${sim.baseUrl}/messages?beta=true`, {
    method: 'POST',
    body: JSON.stringify({ model: 'sim', max_tokens: 9, messages: [user], ...body }),
  });
const turn = { thinking: 'Hm.', text: 'Let me look. 🎈', calls: [{ name: 'Bash', args: { command: 'ls' } }] };

test('a streamed answer is events with names, and blocks that begin, grow and end in their order', async (t) => {
  const sim = await start(t, [turn]);
  const said = await (await ask(sim, { stream: true })).text();
  const events = said
    .trimEnd()
    .split('\n\n')
    .map((piece) => /^event: (\S+)\ndata: (.*)$/.exec(piece) ?? assert.fail(piece))
    .map(([, name, json = '']) => {
      const event = JSON.parse(json) as Event;
      assert.equal(event.type, name);
      return event;
    });
  assert.equal(events[0]?.type, 'message_start');
  assert.equal(events.at(-1)?.type, 'message_stop');
  const started = events.filter(({ type }) => type === 'content_block_start');
  assert.deepEqual(
    started.map(({ index, content_block: block }) => [index, block?.type]),
    [
      [0, 'thinking'],
      [1, 'text'],
      [2, 'tool_use'],
    ],
  );
  const grown = (of: 'thinking' | 'text' | 'partial_json') =>
    events.map(({ type, delta }) => (type === 'content_block_delta' ? (delta?.[of] ?? '') : '')).join('');
  assert.equal(grown('thinking'), turn.thinking);
  assert.equal(grown('text'), turn.text);
  assert.equal(grown('partial_json'), '{"command":"ls"}');
  const end = events.at(-2);
  assert.equal(end?.delta?.stop_reason, 'tool_use');
  assert.equal(end?.usage?.output_tokens, sim.usage.output);
  assert.deepEqual(sim.violations, []);
});

test('an answer in one piece has the same blocks, and its call may be sent back with a result', async (t) => {
  const sim = await start(t, [turn, { text: 'Done.' }]);
  const first = (await (await ask(sim, {})).json()) as { content: { type: string; id?: string }[] };
  const id = first.content.at(-1)?.id;
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'a' }] };
  const messages = [user, { role: 'assistant', content: first.content }, result];
  const next = (await (await ask(sim, { messages })).json()) as { content: object[]; stop_reason: string };
  assert.deepEqual(next.content, [{ type: 'text', text: 'Done.' }]);
  assert.equal(next.stop_reason, 'end_turn');
  assert.deepEqual(sim.violations, []);
});

const call = (id = 'a') => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'Bash', input: {} }],
});
const result = (id = 'a') => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const by = (...content: readonly object[]) => ({ role: 'user', content });
const bash = { name: 'Bash', input_schema: { type: 'object' } };
const said = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] });
const signed = { type: 'thinking', thinking: 'Hm.', signature: signatureOf('Hm.') };
const thinks = (thinking: object, ...messages: readonly object[]) => ({
  ...body(...(messages.length > 0 ? messages : [user])),
  max_tokens: 4096,
  thinking,
});
const body = (...messages: readonly object[]) => ({ model: 'sim', max_tokens: 9, messages });
const wrong: readonly [string, Record<string, unknown>, RegExp][] = [
  ['an unknown key', { ...body(user), stream_options: {} }, /unknown key stream_options/],
  ['no limit of tokens', { model: 'sim', messages: [user] }, /no max_tokens/],
  ['a first message of the assistant', body(call(), by(result())), /first message is not the user/],
  ['a role of the chat wire', body(user, { role: 'tool', content: 'x' }), /role tool/],
  ['an empty text', body({ role: 'user', content: '' }), /text block without text/],
  [
    'a result of the assistant',
    body(user, { role: 'assistant', content: [result()] }),
    /a block tool_result/,
  ],
  [
    'thinking without its signature',
    body(user, { role: 'assistant', content: [{ type: 'thinking' }] }),
    /signature/,
  ],
  ['an unanswered call', body(user, call()), /call a is not answered/],
  ['an answer that comes late', body(user, call(), user, by(result())), /not answered in message 2/],
  [
    'words before a result',
    body(user, call(), by({ type: 'text', text: 'x' }, result())),
    /before its results/,
  ],
  ['an answer to nothing', body(user, by(result())), /answers no open call/],
  ['an id used twice', body(user, call(), by(result()), call(), by(result())), /used twice/],
  ['a tool without a schema', { ...body(user), tools: [{ name: 'Bash' }] }, /no name or no schema/],
  ['two tools of a name', { ...body(user), tools: [bash, bash] }, /two tools Bash/],
  [
    'a schema of no object',
    { ...body(user), tools: [{ ...bash, input_schema: { type: 'array' } }] },
    /no schema/,
  ],
  [
    'an id of another server',
    body(user, call('functions.bash:0'), by(result('functions.bash:0'))),
    /call id func/,
  ],
  ['a conversation that ends with an answer', body(user, said('Half')), /last message is not the user/],
  [
    'thoughts that were changed',
    body(user, { role: 'assistant', content: [{ ...signed, thinking: 'Other.' }] }, user),
    /thinking that was changed/,
  ],
  [
    'a mark for the cache on thoughts',
    body(user, { role: 'assistant', content: [{ ...signed, cache_control: {} }] }, user),
    /mark for the cache on thinking/,
  ],
  ['a small budget for thinking', thinks({ type: 'enabled', budget_tokens: 500 }), /a budget of 500/],
  ['a budget above the limit', thinks({ type: 'enabled', budget_tokens: 4096 }), /a budget of 4096/],
  ['a budget without a limit', thinks({ type: 'adaptive', budget_tokens: 2000 }), /budget for adaptive/],
  ['a temperature with thinking', { ...thinks({ type: 'adaptive' }), temperature: 0 }, /a temperature/],
  [
    'a forced tool with thinking',
    { ...thinks({ type: 'adaptive' }), tool_choice: { type: 'any' } },
    /tool choice any/,
  ],
  [
    'calls without thoughts under a budget',
    thinks({ type: 'enabled', budget_tokens: 2000 }, user, call(), by(result())),
    /does not begin with thinking/,
  ],
  [
    'five marks for the cache',
    body(by(...Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', cache_control: {} })))),
    /5 marks/,
  ],
];
for (const [title, request, words] of wrong)
  test(`${title} is noticed`, () => assert.match(messagesViolationsOf(request).join('\n'), words));

test('what the documentation allows is not held against anybody', () => {
  const answer = { role: 'assistant', content: [signed, ...call().content] };
  const fine = [
    thinks({ type: 'enabled', budget_tokens: 2000 }, user, answer, by(result())),
    thinks({ type: 'adaptive' }, user, call(), by(result())),
    { ...body(user), tools: [bash], temperature: 0, top_k: 3, tool_choice: { type: 'any' } },
  ];
  for (const request of fine) assert.deepEqual(messagesViolationsOf(request), []);
});
