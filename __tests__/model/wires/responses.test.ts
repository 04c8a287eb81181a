import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../../../sim/model/faults.ts';
import type { Item, Message, Prompt, Said, ToolCard } from '../../../src/core/model.ts';
import { type Asked, bash, modelAt, say, simFor } from '../ask-sim.ts';

const askedAt = (baseUrl: string): Promise<Asked> => modelAt(baseUrl, { wire: 'responses' });

const patch: ToolCard = {
  name: 'apply_patch',
  description: 'Edits files.',
  parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
  freeform: { parameter: 'input', grammar: 'start: /.+/' },
};
const turn = {
  thinking: 'I should look at the folder first.',
  text: 'Let me look. Grüße, 世界 🎈',
  calls: [
    { name: 'bash', args: { command: 'ls -la "$HOME"' } },
    { name: 'apply_patch', args: '*** Begin Patch\n', custom: true as const },
  ],
};
const summary = [{ type: 'summary_text', text: turn.thinking }];
const items = [
  { kind: 'thinking', text: turn.thinking },
  {
    kind: 'opaque',
    wire: 'responses',
    model: 'custom/sim',
    json: { type: 'reasoning', summary, encrypted_content: 'encrypted by sim: rs_1' },
  },
  { kind: 'text', text: turn.text },
  { kind: 'call', id: 'call_1_0', name: 'bash', args: turn.calls[0]?.args },
  { kind: 'call', id: 'call_1_1', name: 'apply_patch', args: { input: '*** Begin Patch\n' } },
];
const prompt: Prompt = { ...say('Fix it.'), tools: [bash, patch] };

const sayable = (said: readonly Item[]): Said[] => said.filter((item) => item.kind !== 'garbled');
const answered = (said: readonly Item[]): Message[] => [
  { role: 'assistant', items: sayable(said) },
  ...said.flatMap((item): Message[] =>
    item.kind === 'call' ? [{ role: 'tool', call: item.id, ok: true, text: 'a.txt' }] : [],
  ),
];

test('a streamed answer is read whole, whatever its pieces', async (t) => {
  for (const piece of [1, 7, 1000]) {
    const sim = await simFor(t, { script: [turn], piece });
    const reply = await (await askedAt(sim.baseUrl)).ask(prompt);
    assert.deepEqual(reply.items, items);
    assert.equal(reply.cut, false);
    assert.deepEqual([reply.usage.input, reply.usage.output], [sim.usage.input, sim.usage.output]);
    assert.deepEqual(sim.violations, []);
  }
});

test('a server that ignores streaming is understood', async (t) => {
  const sim = await simFor(t, { script: [turn], whole: true });
  assert.deepEqual((await (await askedAt(sim.baseUrl)).ask(prompt)).items, items);
});

test('a server that forgets the content type is understood', async (t) => {
  const whole = {
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
  };
  const untyped = `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', response: whole })}\n\n`;
  const headers = { 'content-type': 'text/plain' };
  const sim = await simFor(t, {
    script: [],
    faults: [{ kind: 'status', status: 200, body: untyped, headers }],
  });
  assert.deepEqual((await (await askedAt(sim.baseUrl)).ask(prompt)).items, [{ kind: 'text', text: 'Hi' }]);
});

test('what a provider tells that an answer cost, and that it had cached, is kept', async (t) => {
  const price = { input: 0.5, output: 2 };
  const sim = await simFor(t, { script: [turn], price });
  const { usage } = await (await askedAt(sim.baseUrl)).ask(prompt);
  assert.equal(usage.usd, sim.told.usd);
  assert.ok(sim.told.usd > 0);
});

test('an answer stopped at a length limit is marked as cut, and what was cut in it is never sent back as valid', async (t) => {
  const broken = { calls: [{ name: 'bash', args: '{"command":"ls' }], finish: 'length' };
  const sim = await simFor(t, { script: [broken, { thinking: 'Hm, hm, hm', finish: 'length' }] });
  const { ask } = await askedAt(sim.baseUrl);
  const cut = await ask(prompt);
  assert.deepEqual(cut.items, [{ kind: 'garbled', id: 'call_1_0', name: 'bash', raw: '{"command":"ls' }]);
  assert.equal(cut.cut, true);
  const thoughts = await ask({
    ...prompt,
    messages: [{ role: 'assistant', items: [{ kind: 'text', text: 'x' }] }],
  });
  assert.deepEqual([thoughts.items[0], thoughts.cut], [{ kind: 'thinking', text: 'Hm, hm, hm' }, true]);
});

test('a parameter that only helps, and that the server refuses, is left out from then on', async (t) => {
  const faults = [
    refuse(400, "Unsupported parameter: 'reasoning.effort' is not supported with this model."),
    refuse(400, "Unsupported value: 'low' is not supported with this model for text.verbosity."),
  ];
  const sim = await simFor(t, { script: () => turn, faults });
  const { ask, failed } = await askedAt(sim.baseUrl);
  const options = { reasoning: { effort: 'medium' }, text: { verbosity: 'low' }, temperature: 0 };
  await ask({ ...prompt, options });
  await ask({ ...prompt, options });
  assert.deepEqual(
    sim.requests.map(({ body }) => ['reasoning' in body, 'text' in body, body['temperature']]),
    [
      [true, true, 0],
      [false, true, 0],
      [false, false, 0],
      [false, false, 0],
    ],
  );
  assert.deepEqual(failed, []);
});

test('a refused parameter that the answer depends on is an error', async (t) => {
  const sim = await simFor(t, {
    script: () => turn,
    faults: [refuse(400, 'Unsupported parameter: temperature')],
  });
  const { ask } = await askedAt(sim.baseUrl);
  await assert.rejects(ask({ ...prompt, options: { temperature: 0 } }), /temperature/);
  assert.equal(sim.requests.length, 1);
});

test('a model that encrypts nothing is asked without, and nothing encrypted goes back to it', async (t) => {
  const sim = await simFor(t, {
    script: () => turn,
    faults: [refuse(400, 'Encrypted content is not supported with this model.')],
  });
  const { ask, failed } = await askedAt(sim.baseUrl);
  const { items: said } = await ask(prompt);
  await ask({ ...prompt, messages: [...prompt.messages, ...answered(said)] });
  assert.deepEqual(
    sim.requests.map(({ body }) => 'include' in body),
    [true, false, false],
  );
  const input = sim.requests.at(-1)?.body['input'] as { type: string }[];
  assert.equal(
    input.some(({ type }) => type === 'reasoning'),
    false,
  );
  assert.deepEqual([failed, sim.violations], [[], []]);
});

test('a server that knows no tools with raw text gets functions, and earlier calls as such', async (t) => {
  const sim = await simFor(t, {
    script: () => turn,
    faults: [null, refuse(400, "Invalid value: 'custom'. Supported values are: 'function'.")],
  });
  const { ask, failed } = await askedAt(sim.baseUrl);
  const { items: said } = await ask(prompt);
  await ask({ ...prompt, messages: [...prompt.messages, ...answered(said)] });
  const { body = {} } = sim.requests.at(-1) ?? {};
  const { tools, input } = body as Record<'tools' | 'input', { type: string }[]>;
  assert.deepEqual(
    tools.map(({ type }) => type),
    ['function', 'function'],
  );
  assert.equal(
    input.some(({ type }) => type.startsWith('custom')),
    false,
  );
  assert.deepEqual([failed, sim.violations], [[], []]);
});

test('a mistake of the harness is told as such, and nothing is sent', async (t) => {
  const sim = await simFor(t, { script: [turn] });
  const { ask } = await askedAt(sim.baseUrl);
  await assert.rejects(ask({ ...prompt, options: { store: true } }), { code: 'harness.invalid' });
  assert.equal(sim.requests.length, 0);
});

test('twenty turns with reasoning and parallel calls use one connection, and each request extends the one before', async (t) => {
  const sim = await simFor(t, { script: ({ turn: number }) => (number < 19 ? turn : { text: 'Done.' }) });
  const { ask } = await askedAt(sim.baseUrl);
  const messages: Message[] = [{ role: 'user', text: 'Fix it.' }];
  for (let number = 0; number < 20; number++) {
    const { items: said } = await ask({ ...prompt, messages });
    messages.push(...answered(said));
  }
  assert.equal(sim.connections(), 1);
  assert.equal(sim.requests.length, 20);
  assert.deepEqual(sim.violations, []);
  for (const [at, { bytes }] of sim.requests.entries()) {
    const before = sim.requests[at - 1]?.bytes ?? Buffer.from(']}');
    assert.deepEqual(bytes.subarray(0, before.length - 2), before.subarray(0, -2));
  }
  const input = sim.requests.at(-1)?.body['input'] as { type: string }[];
  assert.equal(input.filter(({ type }) => type === 'reasoning').length, 19);
});

test('what would be sent can be had without sending it, to the byte', async (t) => {
  const sim = await simFor(t, { script: [{ text: 'Hi.' }] });
  const { model, ask } = await askedAt(sim.baseUrl);
  const { method, url, body } = model.outgoing(prompt);
  assert.equal(sim.requests.length, 0);
  await ask(prompt);
  assert.deepEqual([method, url], ['POST', `${sim.baseUrl}/responses`]);
  assert.ok(sim.requests[0]?.bytes.equals(body));
});
