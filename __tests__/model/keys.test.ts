import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { execa } from 'execa';
import { refuse, wrongKey } from '../../sim/model/faults.ts';
import { startModel } from '../../sim/model/index.ts';
import { wireIds } from '../../src/core/model.ts';
import { key, modelAt, say, sayOver, simFor } from './ask-sim.ts';

const shown = (value: unknown): string =>
  inspect(value, { depth: Infinity, showHidden: true, getters: true });

test('a key is in no error, even where the provider repeats it', async (t) => {
  const echo = `Incorrect API key provided: ${key}.`;
  const faults = [wrongKey(echo), refuse(400, echo), refuse(500, echo)];
  const sim = await simFor(t, { script: [{ text: 'Hi' }], faults });
  for (let request = 0; request < 2; request++) {
    const { ask } = await modelAt(sim.baseUrl);
    const error = await ask(say('Hi')).catch((reason: unknown) => reason);
    assert.ok(error instanceof Error);
    assert.match(error.message, /Incorrect API key provided: \*\*\*/);
    assert.equal(shown(error).includes(key), false);
  }
  const { ask, failed } = await modelAt(sim.baseUrl);
  await ask(say('Hi'));
  assert.match(failed[0]?.problem.happened ?? '', /\*\*\*/);
  assert.equal(shown(failed).includes(key), false);
});

test('a key is in no error of the network', async (t) => {
  const sim = await simFor(t, { script: [], faults: Array.from({ length: 5 }, () => ({ kind: 'reset' })) });
  const { ask } = await modelAt(sim.baseUrl);
  const error = await ask(say('Hi')).catch((reason: unknown) => reason);
  assert.equal(shown(error).includes(key), false);
});

for (const wire of wireIds)
  test(`${wire}: a key is in no property of a model, and in no body of a request`, async (t) => {
    const sim = await simFor(t, { script: [{ text: 'Hi' }] });
    const { model, ask } = await modelAt(sim.baseUrl, { wire });
    await ask(sayOver(wire, 'Hi'));
    assert.equal(shown(model).includes(key), false);
    assert.equal(JSON.stringify(model).includes(key), false);
    assert.equal(sim.requests[0]?.headers.authorization, `Bearer ${key}`);
    assert.equal(sim.requests[0]?.bytes.includes(key), false);
  });

test('without a key none is made up, and a server that wants one is told of as a missing key', async (t) => {
  const sim = await simFor(t, { script: [{ text: 'Hi' }], faults: [null, wrongKey()] });
  const { ask } = await modelAt(sim.baseUrl, { env: {} });
  await ask(say('Hi'));
  assert.equal(sim.requests[0]?.headers.authorization, undefined);
  await assert.rejects(ask(say('Hi')), { code: 'key.missing', message: /Set OI_API_KEY/ });
});

/** What an environment may hold that would have requests sent to `trap`, and more in them. */
const redirects = (trap: string) => ({
  OPENAI_BASE_URL: trap,
  OPENAI_API_KEY: 'sk-stolen',
  OPENAI_ADMIN_KEY: 'sk-stolen-too',
  OPENAI_ORG_ID: 'org-evil',
  OPENAI_PROJECT_ID: 'proj-evil',
  OPENAI_CUSTOM_HEADERS: 'x-evil: yes',
  OPENAI_LOG: 'debug',
});
const proxies = (trap: string) => {
  const { origin } = new URL(trap);
  return { HTTP_PROXY: origin, HTTPS_PROXY: origin, ALL_PROXY: origin, NODE_USE_ENV_PROXY: '1' };
};

/** Runs a module in a process of its own, since the environment belongs to the process. */
async function inEnvironment(env: Record<string, string>, code: string): Promise<void> {
  const cwd = new URL('../../', import.meta.url);
  await execa(process.execPath, ['--input-type=module', '-e', code], { cwd, env, timeout: 30_000 });
}

const ask = (baseUrl: string) => `
  import { openModel } from './src/model/index.ts';
  const model = await openModel({
    id: 'custom/sim', wire: 'chat', baseUrl: ${JSON.stringify(baseUrl)}, env: { OI_API_KEY: ${JSON.stringify(key)} },
    now: () => new Date(), random: () => 0,
  });
  await model.ask({ messages: [{ role: 'user', text: 'Hi' }], tools: [], options: {} },
    { signal: new AbortController().signal, seconds: 20 });
`;

const askCarelessly = `
  import OpenAI from 'openai';
  await new OpenAI({ maxRetries: 0 }).chat.completions.create({ model: 'x', messages: [{ role: 'user', content: 'Hi' }] });
`;

const askThroughDefaultAgent = (baseUrl: string) => `
  import { request } from 'node:http';
  request(${JSON.stringify(`${baseUrl}/chat/completions`)}, { method: 'POST' }).end('{}').on('response', (answer) => answer.resume());
`;

test('the environment changes neither where a request goes nor what it carries', async (t) => {
  const sim = await simFor(t, { script: [{ text: 'Hi' }] });
  const trap = await startModel({ script: [{ text: 'Hi' }] });
  t.after(() => trap.close());

  await inEnvironment(redirects(trap.baseUrl), askCarelessly);
  assert.equal(trap.requests.length, 1, 'the environment should redirect a careless client');
  assert.equal(trap.requests[0]?.headers['openai-organization'], 'org-evil');
  await inEnvironment(proxies(trap.baseUrl), askThroughDefaultAgent(sim.baseUrl));
  assert.equal(trap.requests.length, 2, "the environment should redirect Node's default agent");
  assert.equal(sim.requests.length, 0);

  await inEnvironment({ ...redirects(trap.baseUrl), ...proxies(trap.baseUrl) }, ask(sim.baseUrl));
  assert.equal(trap.requests.length, 2);
  assert.equal(sim.requests.length, 1);
  const { headers } = sim.requests[0] ?? assert.fail();
  assert.equal(headers.authorization, `Bearer ${key}`);
  assert.deepEqual(Object.keys(headers).sort(), [
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ]);
});

test('a proxy is used where it is given', async (t) => {
  const sim = await simFor(t, { script: [{ text: 'Hi' }] });
  const { openModel } = await import('../../src/model/index.ts');
  const model = await openModel({
    id: 'custom/sim',
    wire: 'chat',
    baseUrl: 'http://model.invalid/v1',
    env: {},
    proxy: { HTTP_PROXY: new URL(sim.baseUrl).origin },
    now: () => new Date(),
    random: () => 0,
    sleep: async () => {},
  });
  await model.ask(say('Hi'), { signal: new AbortController().signal, seconds: 20 }).catch(() => {});
  assert.equal(sim.requests[0]?.path, 'http://model.invalid/v1/chat/completions');
});
