import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import OpenAI from 'openai';
import { refusal } from '../../../../sim/model/faults.ts';
import { type ModelOptions, type SimModel, startModel } from '../../../../sim/model/index.ts';
import { responsesViolationsOf } from '../../../../sim/model/wires/responses-violations.ts';

async function start(
  t: TestContext,
  script: ModelOptions['script'],
): Promise<{ sim: SimModel; client: OpenAI }> {
  const sim = await startModel({ script });
  t.after(() => sim.close());
  const client = new OpenAI({
    baseURL: sim.baseUrl,
    apiKey: 'x',
    maxRetries: 0,
    organization: null,
    project: null,
  });
  return { sim, client };
}
const turn = {
  thinking: 'Hm.',
  text: 'Let me look. 🎈',
  calls: [
    { name: 'exec_command', args: { cmd: 'ls' } },
    { name: 'apply_patch', args: '*** Begin Patch', custom: true as const },
  ],
};

test("the SDK's client reads a streamed answer: thoughts, text, calls of both kinds and usage", async (t) => {
  const { sim, client } = await start(t, [turn]);
  const { output, output_text, usage, status } = await client.responses
    .stream({ model: 'sim', input: 'Fix it.' })
    .finalResponse();
  assert.equal(output_text, turn.text);
  assert.equal(status, 'completed');
  assert.deepEqual(
    output.map((item) => item.type),
    ['reasoning', 'message', 'function_call', 'custom_tool_call'],
  );
  const [, , called, custom] = output;
  assert.equal(called?.type === 'function_call' && called.arguments, '{"cmd":"ls"}');
  assert.equal(custom?.type === 'custom_tool_call' && custom.input, '*** Begin Patch');
  assert.deepEqual([usage?.input_tokens, usage?.output_tokens], [sim.usage.input, sim.usage.output]);
  assert.deepEqual(sim.violations, []);
});

test('items that are sent back are one turn of the model, and are in good order', async (t) => {
  const { sim, client } = await start(t, [turn, { text: 'Done.' }]);
  const user = { role: 'user', content: 'Fix it.' } as const;
  const { output } = await client.responses.create({ model: 'sim', input: [user] });
  const answers = output.map((item) =>
    'call_id' in item ? [{ type: `${item.type}_output`, call_id: item.call_id, output: 'a' }] : [],
  );
  const input = [user, ...output, ...answers.flat()] as OpenAI.Responses.ResponseInput;
  const next = await client.responses.create({ model: 'sim', input });
  assert.equal(next.output_text, 'Done.');
  assert.deepEqual(sim.violations, []);
});

test("the SDK's client reads an answer that was stopped, one that is declined and one that failed", async (t) => {
  const script = [{ text: 'Let me', finish: 'length' }];
  const sim = await startModel({
    script,
    faults: [
      null,
      refusal('I will not.'),
      { kind: 'error', after: 2, error: { code: 'server_error', message: 'Sorry' } },
    ],
  });
  t.after(() => sim.close());
  const client = new OpenAI({ baseURL: sim.baseUrl, apiKey: 'x', maxRetries: 0 });
  const last = async () => {
    const stream = await client.responses.create({ model: 'sim', input: 'Fix it.', stream: true });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const end = events.at(-1) ?? assert.fail();
    assert.ok('response' in end);
    return { type: end.type, ...end.response };
  };
  const { type, status, incomplete_details } = await last();
  assert.deepEqual([type, status], ['response.incomplete', 'incomplete']);
  assert.deepEqual(incomplete_details, { reason: 'max_output_tokens' });
  const [message] = (await last()).output;
  assert.ok(message?.type === 'message');
  assert.deepEqual(message.content, [{ type: 'refusal', refusal: 'I will not.' }]);
  const failed = await last();
  assert.deepEqual([failed.type, failed.error?.message], ['response.failed', 'Sorry']);
});

const call = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'a', output: '' };
const body = (...input: readonly object[]) => ({ model: 'sim', input });
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
const thought = { type: 'reasoning', summary: [], encrypted_content: 'encrypted by sim: rs_1' };
const tool = (more: object) => ({ ...body(said), tools: [{ type: 'function', name: 'x', ...more }] });
const shape = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
const wrong: readonly [string, Record<string, unknown>, RegExp][] = [
  ['an unknown key', { ...body(call, output), messages: [] }, /unknown key messages/],
  ['no input', { model: 'sim' }, /no input/],
  ['an unknown role', body({ role: 'tool', content: 'x' }), /role tool/],
  ['an item of the chat wire', body({ type: 'tool_call' }), /an item tool_call/],
  ['an unanswered call', body(call), /call a is not answered/],
  ['an answer to nothing', body(output), /answers no open call/],
  ['an answer before its call', body(output, call), /answers no open call/],
  ['an answer of the other kind', body(call, { ...output, type: 'custom_tool_call_output' }), /no open call/],
  ['an id used twice', body(call, output, call, output), /call id a is used twice/],
  ['arguments cut off', body({ ...call, arguments: '{"x":' }, output), /no JSON object/],
  ['reasoning at the end', body(said, thought), /without the item that follows/],
  ['reasoning before what the user says', body(thought, { role: 'user', content: 'x' }), /without the item/],
  [
    'reasoning with an id before a message without one',
    body({ ...thought, id: 'rs_1' }, said),
    /without the item/,
  ],
  ['reasoning of another model', { ...body(thought, said), model: 'other' }, /nor readable for other/],
  [
    'reasoning that nobody keeps',
    { ...body({ ...thought, encrypted_content: null }, said), store: false },
    /neither kept nor readable/,
  ],
  ['an id of another kind of item', body({ ...call, id: 'call_1' }, output), /does not begin with fc/],
  ['a call id that is too long', body({ ...call, call_id: 'a'.repeat(65) }), /call_id is over 64/],
  [
    'words of the user as words of the model',
    body({ ...said, content: [{ type: 'input_text', text: 'x' }] }),
    /a part input_text of assistant/,
  ],
  ['a long prompt_cache_key', { ...body(said), prompt_cache_key: 'a'.repeat(65) }, /prompt_cache_key/],
  ['a schema that is not strict', tool({ parameters: shape }), /x is strict/],
  [
    'a custom tool in an unknown syntax',
    tool({ type: 'custom', format: { type: 'grammar', syntax: 'yacc', definition: 'x' } }),
    /a custom tool has no name, or a format/,
  ],
  [
    'a tool of the chat wire',
    { ...body(call, output), tools: [{ type: 'function', function: {} }] },
    /a tool has no/,
  ],
];
test('a request in good order is taken as it is', () => {
  const strict = tool({ parameters: { ...shape, required: ['a'] }, strict: true });
  const loose = tool({ parameters: shape, strict: false });
  const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' };
  const custom = tool({ type: 'custom', format: grammar });
  for (const request of [strict, loose, custom, { ...body(thought, thought, said), store: false }])
    assert.deepEqual(responsesViolationsOf(request), []);
});

for (const [title, request, words] of wrong)
  test(`${title} is noticed`, () => assert.match(responsesViolationsOf(request).join('\n'), words));
