import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refuse } from '../../../sim/model/faults.ts';
import type { ModelOptions, SimModel } from '../../../sim/model/index.ts';
import type { Item, Message, Prompt, Said } from '../../../src/core/model.ts';
import { openModel } from '../../../src/model/index.ts';
import { type Asked, bash, key, modelAt, say, simFor } from '../ask-sim.ts';

const askedAt = (baseUrl: string): Promise<Asked> => modelAt(baseUrl, { wire: 'messages' });
const options = { max_tokens: 32_000 };
const prompt: Prompt = { ...say('Fix it.'), tools: [bash], options };
const turn = {
  thinking: 'I should look at the folder first.',
  text: 'Let me look. Grüße, 世界 🎈',
  calls: [
    { name: 'bash', args: { command: 'ls -la "$HOME"' } },
    { name: 'bash', args: {} },
  ],
};

const isCall = (item: Item) => item.kind === 'call';
const sayable = (said: readonly Item[]): Said[] => said.filter((item) => item.kind !== 'garbled');
const answered = (said: readonly Item[]): Message[] => [
  { role: 'assistant', items: sayable(said) },
  ...said.flatMap((item): Message[] =>
    item.kind === 'call' ? [{ role: 'tool', call: item.id, ok: false, text: 'a.txt' }] : [],
  ),
];

async function opened(t: TestContext, how: ModelOptions): Promise<{ sim: SimModel } & Asked> {
  const sim = await simFor(t, how);
  return { sim, ...(await askedAt(sim.baseUrl)) };
}

test('a streamed answer is read whole, whatever its pieces, and so is one in one piece', async (t) => {
  for (const how of [{ piece: 1 }, { piece: 7 }, { piece: 1000 }, { whole: true }]) {
    const { sim, ask } = await opened(t, { script: [turn], ...how });
    const { items, cut, usage } = await ask(prompt);
    const [thinking, signed, text, ...calls] = items;
    assert.deepEqual(thinking, { kind: 'thinking', text: turn.thinking });
    assert.ok(signed?.kind === 'opaque');
    assert.deepEqual([signed.wire, signed.model], ['messages', 'custom/sim']);
    assert.deepEqual(text, { kind: 'text', text: turn.text });
    assert.deepEqual(calls, [
      { kind: 'call', id: 'toolu_1_0', name: 'bash', args: turn.calls[0]?.args },
      { kind: 'call', id: 'toolu_1_1', name: 'bash', args: {} },
    ]);
    assert.equal(cut, false);
    assert.deepEqual([usage.input, usage.output], [sim.usage.input, sim.usage.output]);
    assert.deepEqual(sim.violations, []);
  }
});

test('signed thoughts go back word for word, and the next answer is strictly accepted', async (t) => {
  const { sim, ask } = await opened(t, { script: [turn, { text: 'Done.' }] });
  const { items } = await ask(prompt);
  await ask({ ...prompt, messages: [...prompt.messages, ...answered(items)] });
  assert.deepEqual(sim.violations, []);
  const { messages } = sim.requests[1]?.body ?? {};
  const [, answer, results] = messages as { content: { type: string }[] }[];
  assert.deepEqual(
    answer?.content.map(({ type }) => type),
    ['thinking', 'text', 'tool_use', 'tool_use'],
  );
  assert.equal(
    JSON.stringify(answer?.content[0]),
    JSON.stringify(items[1]?.kind === 'opaque' && items[1].json),
  );
  assert.deepEqual(
    results?.content.map(({ type }) => type),
    ['tool_result', 'tool_result'],
  );
});

test('the key is told as the server wants it: a bearer’s, Anthropic’s own header, or both where nobody knows', async (t) => {
  const { sim, ask } = await opened(t, { script: [{ text: 'Hi' }] });
  await ask(prompt);
  const { headers } = sim.requests[0] ?? assert.fail();
  assert.equal(headers['anthropic-version'], '2023-06-01');
  assert.deepEqual([headers['x-api-key'], headers.authorization], [key, `Bearer ${key}`]);
  assert.equal(sim.requests[0]?.path, '/v1/messages');
});

test('each of twenty requests extends the one before up to the mark of the cache, which moves on to the newest block', async (t) => {
  const { sim, ask } = await opened(t, { script: ({ turn: at }) => (at < 20 ? turn : { text: 'Done.' }) });
  let messages: Message[] = [{ role: 'system', text: 'You mend.' }, ...prompt.messages];
  for (let at = 0; at < 20; at++) {
    const { items } = await ask({ ...prompt, messages });
    assert.equal(items.filter(isCall).length, 2);
    messages = [...messages, ...answered(items)];
  }
  assert.deepEqual(sim.violations, []);
  assert.equal(sim.connections(), 1);
  const mark = ',"cache_control":{"type":"ephemeral"}';
  for (const [at, { bytes }] of sim.requests.entries()) {
    const text = bytes.toString();
    assert.equal(text.split(mark).length - 1, 2, 'the system prompt and the newest block');
    assert.ok(text.endsWith(`${mark}}]}]}`));
    const shared = text.slice(0, text.lastIndexOf(mark));
    assert.ok(at === 19 || sim.requests[at + 1]?.bytes.toString().startsWith(shared));
  }
});

test('what a server will not have is left out from then on: marks of the cache, parameters, thinking', async (t) => {
  const refusals = [
    'messages.0.content.0.cache_control: Extra inputs are not permitted',
    'output_config: Extra inputs are not permitted',
    'thinking: Extra inputs are not permitted',
  ].map((words) => refuse(400, words));
  const { sim, ask, failed } = await opened(t, {
    script: [{ text: 'Hi' }, { text: 'Hi' }],
    faults: refusals,
  });
  const rich = { max_tokens: 9000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } };
  await ask({ ...prompt, options: rich });
  await ask({ ...prompt, options: rich });
  assert.deepEqual(failed, []);
  assert.equal(sim.requests.length, 5);
  for (const { body } of sim.requests.slice(3)) {
    assert.deepEqual(Object.keys(body), ['model', 'max_tokens', 'stream', 'tools', 'messages']);
    assert.doesNotMatch(JSON.stringify(body), /cache_control/);
  }
});

test('a model that does not decide how long to think gets a budget, but not for calls that nobody thought about', async (t) => {
  const words =
    "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'";
  const script = [turn, { text: 'Done.' }];
  const { sim, ask } = await opened(t, { script, faults: [refuse(400, words)] });
  const adaptive = { ...prompt, options: { max_tokens: 32_000, thinking: { type: 'adaptive' } } };
  const { items } = await ask(adaptive);
  assert.deepEqual(sim.requests[1]?.body['thinking'], { type: 'enabled', budget_tokens: 31_999 });
  await ask({ ...adaptive, messages: [...prompt.messages, ...answered(items)] });
  assert.deepEqual(sim.requests[2]?.body['thinking'], { type: 'enabled', budget_tokens: 31_999 });
  const others = items.filter(({ kind }) => kind !== 'opaque');
  await ask({ ...adaptive, messages: [...prompt.messages, ...answered(others)] });
  assert.equal(sim.requests[3]?.body['thinking'], undefined);
  assert.deepEqual(sim.violations, []);
});

test('a server that cannot read the signatures of another is told the conversation without them', async (t) => {
  const words = 'messages.1.content.0: Invalid `signature` in `thinking` block';
  const { sim, ask, failed } = await opened(t, {
    script: [turn, { text: 'Done.' }],
    faults: [null, refuse(400, words)],
  });
  const asked = { ...prompt, options: { ...options, thinking: { type: 'adaptive' } } };
  const { items } = await ask(asked);
  await ask({ ...asked, messages: [...prompt.messages, ...answered(items)] });
  assert.deepEqual(failed, []);
  const { messages, thinking } = sim.requests[2]?.body ?? {};
  const [, answer] = messages as { content: { type: string }[] }[];
  assert.deepEqual(
    answer?.content.map(({ type }) => type),
    ['text', 'tool_use', 'tool_use'],
  );
  assert.deepEqual(thinking, { type: 'adaptive' });
  assert.deepEqual(sim.violations, []);
});

test('the limit of output shrinks to what the model can give, or to what the conversation leaves', async (t) => {
  const faults = [
    refuse(400, 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for sim'),
    refuse(
      400,
      'input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000, decrease input length or `max_tokens` and try again',
    ),
    refuse(
      400,
      'input length and `max_tokens` exceed context limit: 199000 + 5000 > 200000, decrease input length or `max_tokens` and try again',
    ),
  ];
  const { sim, ask } = await opened(t, { script: [{ text: 'Hi' }], faults });
  await assert.rejects(ask(prompt), { code: 'model.overflow', message: /exceed context limit/ });
  const limits = sim.requests.map(({ body }) => body['max_tokens']);
  assert.deepEqual(limits, [32_000, 8192, 5000]);
});

test('a harness without a limit of output is told so, and nothing is sent', async (t) => {
  const { sim, ask } = await opened(t, { script: [{ text: 'Hi' }] });
  await assert.rejects(ask(say('Hi')), { code: 'harness.invalid', message: /max_tokens/ });
  const strange = { ...prompt, options: { ...options, store: false } };
  await assert.rejects(ask(strange), { code: 'harness.invalid', message: /store, which the messages wire/ });
  assert.equal(sim.requests.length, 0);
});

test('an answer at the limit is cut, one that fills the window is too long, one that is declined is told why', async (t) => {
  const cut = await opened(t, { script: [{ text: 'Half', finish: 'length' }] });
  assert.equal((await cut.ask(prompt)).cut, true);
  const full = await opened(t, { script: [{ text: 'Half', finish: 'model_context_window_exceeded' }] });
  await assert.rejects(full.ask(prompt), { code: 'model.overflow' });
  assert.ok((full.failed[0]?.usage.output ?? 0) > 0, 'it was paid for');
  const declined = await opened(t, { script: [{ refusal: 'Not that.' }] });
  await assert.rejects(declined.ask(prompt), { code: 'model.refused', message: /Not that/ });
});

test('the account that is empty is told, and asked no more', async (t) => {
  const words = 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.';
  const { sim, ask } = await opened(t, { script: [], faults: [refuse(400, words)] });
  await assert.rejects(ask(prompt), { code: 'model.limited', message: /credit balance/ });
  assert.equal(sim.requests.length, 1);
});

test('what would be sent can be had without sending it, to the byte, and what it costs before', async (t) => {
  const { sim, model, ask } = await opened(t, { script: [{ text: 'Hi' }] });
  await ask(prompt);
  const { method, url, body } = model.outgoing(prompt);
  assert.deepEqual([method, url], ['POST', `${sim.baseUrl}/messages`]);
  assert.deepEqual(Buffer.from(body), sim.requests[0]?.bytes);
  const how = { baseUrl: null, env: { ANTHROPIC_API_KEY: 'a' }, now: () => new Date(), random: () => 0 };
  const known = await openModel({ id: 'anthropic/claude-opus-5', wire: 'messages', ...how });
  assert.equal(known.outgoing(prompt).url, 'https://api.anthropic.com/v1/messages');
  const { usd } = await known.affordable(prompt, 10);
  assert.ok((usd ?? 0) > 0.8, '32,000 tokens of output at 25 dollars a million');
});
