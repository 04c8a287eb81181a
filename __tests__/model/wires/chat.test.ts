import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../../../sim/model/faults.ts';
import type { Message } from '../../../src/core/model.ts';
import { bash, modelAt, say, simFor } from '../ask-sim.ts';

const turn = {
  thinking: 'I should look at the folder first.',
  text: 'Let me look. Grüße, 世界 🎈',
  calls: [{ name: 'bash', args: { command: 'ls -la "$HOME"' } }],
};
const items = [
  { kind: 'thinking', text: turn.thinking },
  { kind: 'text', text: turn.text },
  { kind: 'call', id: 'call_1_0', name: 'bash', args: turn.calls[0]?.args },
];
const prompt = { ...say('Fix it.'), tools: [bash] };

test('a streamed answer is read whole, whatever its pieces', async (t) => {
  for (const piece of [1, 7, 1000]) {
    const sim = await simFor(t, { script: [turn], piece });
    const reply = await (await modelAt(sim.baseUrl)).ask(prompt);
    assert.deepEqual(reply.items, items);
    assert.equal(reply.cut, false);
    assert.deepEqual([reply.usage.input, reply.usage.output], [sim.usage.input, sim.usage.output]);
    assert.deepEqual(sim.violations, []);
  }
});

test('a server that ignores streaming is understood', async (t) => {
  const sim = await simFor(t, { script: [turn], whole: true });
  assert.deepEqual((await (await modelAt(sim.baseUrl)).ask(prompt)).items, items);
});

test('a server that forgets the content type, or the [DONE], is understood', async (t) => {
  const untyped = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const headers = { 'content-type': 'text/plain' };
  const sim = await simFor(t, {
    script: [],
    faults: [{ kind: 'status', status: 200, body: untyped, headers }],
  });
  assert.deepEqual((await (await modelAt(sim.baseUrl)).ask(prompt)).items, [{ kind: 'text', text: 'Hi' }]);
  const endless = await simFor(t, { script: [turn], noDone: true });
  assert.deepEqual((await (await modelAt(endless.baseUrl)).ask(prompt)).items, items);
});

test('a server that refuses to count tokens is asked without, and not asked again', async (t) => {
  const sim = await simFor(t, { script: () => turn, usage: 'refused' });
  const { ask, failed } = await modelAt(sim.baseUrl);
  const { usage } = await ask(prompt);
  await ask(prompt);
  assert.equal(sim.requests.length, 3);
  assert.deepEqual(failed, []);
  assert.deepEqual(usage, { input: 0, cached: 0, output: 0, usd: null });
});

test('a server that refuses a parameter that only helps is asked without it, and not asked again', async (t) => {
  const fault = refuse(400, "property 'thinking' is unsupported");
  const sim = await simFor(t, { script: () => turn, faults: [fault] });
  const { ask, failed } = await modelAt(sim.baseUrl);
  const options = { thinking: { type: 'enabled', keep: 'all' }, temperature: 0 };
  await ask({ ...prompt, options });
  await ask({ ...prompt, options });
  assert.deepEqual(
    sim.requests.map(({ body }) => ['thinking' in body, body['temperature']]),
    [
      [true, 0],
      [false, 0],
      [false, 0],
    ],
  );
  assert.deepEqual(failed, []);
});

test('a refused parameter that the answer depends on is an error', async (t) => {
  const fault = refuse(400, "property 'temperature' is unsupported");
  const sim = await simFor(t, { script: () => turn, faults: [fault] });
  const { ask } = await modelAt(sim.baseUrl);
  await assert.rejects(ask({ ...prompt, options: { temperature: 0 } }), /temperature/);
  assert.equal(sim.requests.length, 1);
});

test('M1: a server that wants reasoning back with the calls gets it, whoever it is', async (t) => {
  const sim = await simFor(t, { script: () => turn, wantsThinking: true });
  const { ask, failed } = await modelAt(sim.baseUrl);
  const { items: said } = await ask(prompt);
  const messages: Message[] = [
    ...prompt.messages,
    { role: 'assistant', items: said.filter((item) => item.kind !== 'garbled') },
    { role: 'tool', call: 'call_1_0', ok: true, text: 'a.txt' },
  ];
  await ask({ ...prompt, messages });
  await ask({ ...prompt, messages });
  assert.equal(sim.requests.length, 4);
  assert.deepEqual(failed, []);
  const { body } = sim.requests.at(-1) ?? assert.fail();
  const [, again] = body['messages'] as Record<string, unknown>[];
  assert.equal(again?.['reasoning_content'], turn.thinking);
});

test('an answer stopped at a length limit is marked as cut, even if it holds nothing but thoughts', async (t) => {
  const sim = await simFor(t, { script: [{ thinking: 'Hm, hm, hm', finish: 'length' }] });
  const reply = await (await modelAt(sim.baseUrl)).ask(prompt);
  assert.deepEqual(reply.items, [{ kind: 'thinking', text: 'Hm, hm, hm' }]);
  assert.equal(reply.cut, true);
});

test('a mistake of the harness is told as such, and nothing is sent', async (t) => {
  const sim = await simFor(t, { script: [turn] });
  const { ask } = await modelAt(sim.baseUrl);
  await assert.rejects(ask({ ...prompt, options: { stream: false } }), { code: 'harness.invalid' });
  assert.equal(sim.requests.length, 0);
});

test('twenty turns use one connection, and each request extends the one before, byte for byte', async (t) => {
  const sim = await simFor(t, { script: ({ turn: number }) => (number < 19 ? turn : { text: 'Done.' }) });
  const { ask } = await modelAt(sim.baseUrl);
  const messages: Message[] = [{ role: 'user', text: 'Fix it.' }];
  for (let number = 0; number < 20; number++) {
    const reply = await ask({ messages, tools: [bash], options: {} });
    const said = reply.items.filter((item) => item.kind !== 'garbled');
    messages.push({ role: 'assistant', items: said });
    for (const item of said) {
      if (item.kind === 'call') messages.push({ role: 'tool', call: item.id, ok: true, text: 'a.txt\n' });
    }
  }
  assert.equal(sim.connections(), 1);
  assert.equal(sim.requests.length, 20);
  assert.deepEqual(sim.violations, []);
  for (const [at, { bytes }] of sim.requests.entries()) {
    const before = sim.requests[at - 1]?.bytes ?? Buffer.from(']}');
    assert.deepEqual(bytes.subarray(0, before.length - 2), before.subarray(0, -2));
  }
});

test('a kept connection that the server closes just as it is used again is no failure', async (t) => {
  const sim = await simFor(t, { script: () => turn, faults: [null, { kind: 'reset' }] });
  const { ask, failed } = await modelAt(sim.baseUrl);
  await ask(prompt);
  assert.deepEqual((await ask(prompt)).items.length, 3);
  assert.equal(sim.requests.length, 3);
  assert.equal(sim.connections(), 2);
  assert.deepEqual(failed, []);
});

test('what would be sent can be had without sending it, to the byte', async (t) => {
  const sim = await simFor(t, { script: [{ text: 'Hi.' }] });
  const { model, ask } = await modelAt(sim.baseUrl);
  const prompt = { ...say('Hello?'), tools: [bash], options: { temperature: 0 } };
  const { method, url, body } = model.outgoing(prompt);
  assert.equal(sim.requests.length, 0);
  await ask(prompt);
  assert.deepEqual([method, url], ['POST', `${sim.baseUrl}/chat/completions`]);
  assert.ok(sim.requests[0]?.bytes.equals(body));
});
