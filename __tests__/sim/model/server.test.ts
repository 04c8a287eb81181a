import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import OpenAI from 'openai';
import { type ModelOptions, type SimModel, startModel } from '../../../sim/model/index.ts';
import { realCounter } from '../../../sim/model/tokens.ts';

/** The server under the SDK's own client: a reader that nobody here wrote. */
async function start(t: TestContext, options: ModelOptions): Promise<{ sim: SimModel; client: OpenAI }> {
  const sim = await startModel(options);
  t.after(() => sim.close());
  return {
    sim,
    client: new OpenAI({
      baseURL: sim.baseUrl,
      apiKey: 'x',
      maxRetries: 0,
      organization: null,
      project: null,
    }),
  };
}

const user = (content: string) => ({ role: 'user', content }) as const;
const turn = { text: 'Let me look. 🎈', calls: [{ name: 'bash', args: { command: 'ls' } }] };

test("the SDK's client reads a streamed answer, its calls and its usage", async (t) => {
  const { sim, client } = await start(t, { script: [turn] });
  const stream = client.chat.completions.stream({
    model: 'sim',
    messages: [user('Fix it.')],
    stream_options: { include_usage: true },
  });
  const { choices, usage } = await stream.finalChatCompletion();
  assert.equal(choices[0]?.message.content, turn.text);
  assert.equal(choices[0]?.finish_reason, 'tool_calls');
  assert.deepEqual(
    choices[0]?.message.tool_calls?.map((call) => 'function' in call && call.function.arguments),
    ['{"command":"ls"}'],
  );
  assert.deepEqual([usage?.prompt_tokens, usage?.completion_tokens], [sim.usage.input, sim.usage.output]);
  assert.deepEqual(sim.violations, []);
});

test('a script answers by the turn that the conversation is at, so a resumed one asks the same', async (t) => {
  const { client } = await start(t, { script: [{ text: 'one' }, { text: 'two' }], whole: true });
  const said = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
    (await client.chat.completions.create({ model: 'sim', messages })).choices[0]?.message.content;
  const later = [user('a'), { role: 'assistant', content: 'one' } as const, user('b')];
  assert.equal(await said([user('a')]), 'one');
  assert.equal(await said(later), 'two');
  assert.equal(await said([user('a')]), 'one');
  await assert.rejects(said([...later, { role: 'assistant', content: 'two' }]), /no turn 2/);
});

test('a script may compute its answer from what the last command printed', async (t) => {
  const { client } = await start(t, {
    script: ({ newest, tools }) => ({ text: `${newest.split('\n').length} lines, ${tools.length} tools` }),
    whole: true,
  });
  const answer = await client.chat.completions.create({ model: 'sim', messages: [user('a\nb\nc')] });
  assert.equal(answer.choices[0]?.message.content, '3 lines, 0 tools');
});

test('tokens may be counted as o200k_base counts them', async (t) => {
  const { sim, client } = await start(t, {
    script: [{ text: 'hello world' }],
    whole: true,
    countTokens: await realCounter(),
  });
  const answer = await client.chat.completions.create({ model: 'sim', messages: [user('Hi')] });
  assert.equal(answer.usage?.completion_tokens, 2);
  assert.equal(sim.usage.output, 2);
});

test('a path that does not exist is an error and a violation', async (t) => {
  const { sim, client } = await start(t, { script: [] });
  await assert.rejects(client.models.list(), { status: 404 });
  assert.deepEqual(sim.violations, ['GET /v1/models does not exist']);
});
