import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import OpenAI from 'openai';
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

const call = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'a', output: '' };
const body = (...input: readonly object[]) => ({ model: 'sim', input });
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
  [
    'a tool of the chat wire',
    { ...body(call, output), tools: [{ type: 'function', function: {} }] },
    /a tool has no/,
  ],
];
for (const [title, request, words] of wrong)
  test(`${title} is noticed`, () => assert.match(responsesViolationsOf(request).join('\n'), words));
