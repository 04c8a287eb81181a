// What earlier steps of a job can do by GITHUB_ENV and GITHUB_PATH, and what it gets them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { dist } from '../support/dist.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';
import { secureThief, strangeAuthority, type Thief, thief } from '../support/thief.ts';
import { unguardedAction } from '../support/unguarded-action.ts';

const key = 'sk-canary-7Jq0vPzX3mKd9RtW2bNf';
const scene = await openScene();
const { github, model, token, play, issue, comment } = scene;
const unguarded = unguardedAction(await dist());
play(commands(['echo two > a.txt']));

type Run = { subject: Issue; result: ActionResult };

/** The job of a command, after steps that set these variables. */
async function after(env: Record<string, string>, over: Partial<Job> = {}): Promise<Run> {
  const subject = issue();
  const inputs = { 'api-key': key, ...over.inputs };
  const result = await comment(subject, '/oi fix', 'ann', { ...over, env, inputs });
  return { subject, result };
}

function assertUndisturbed({ result, subject }: Run): void {
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.match(answerOn(subject), /^Done: I opened/);
}

/** GitHub under a name that no proxy library takes for this machine. */
const elsewhere = (url: string): string => url.replace('127.0.0.1', '0.0.0.0');
const urls: Job['urls'] = {
  server: elsewhere(github.webUrl),
  api: elsewhere(github.apiUrl),
  graphql: elsewhere(github.graphqlUrl),
};

const proxied = ({ port }: Thief, more: Record<string, string> = {}): Record<string, string> => {
  const url = `http://127.0.0.1:${port}`;
  return { http_proxy: url, HTTP_PROXY: url, https_proxy: url, HTTPS_PROXY: url, ALL_PROXY: url, ...more };
};

const behind = (proxy: Thief, more: Record<string, string>, dir?: string): Promise<Run> =>
  after(proxied(proxy, more), {
    urls,
    inputs: { 'base-url': elsewhere(model.baseUrl) },
    ...(dir !== undefined && { dir }),
  });

test('T40: a proxy that Node is told to use gets neither key nor token', async () => {
  const told = { NODE_USE_ENV_PROXY: '1' };
  const proxy = await thief();
  await behind(proxy, told, unguarded);
  assert.ok(proxy.holds(token.value), 'the attack succeeds without the guard');
  const quiet = await thief();
  assertUndisturbed(await behind(quiet, told));
  assert.deepEqual(quiet.heard, []);
});

test('a proxy that is named and no more is used by nothing of ours', async () => {
  const quiet = await thief();
  assertUndisturbed(await behind(quiet, {}));
  assert.deepEqual(quiet.heard, []);
});

for (const [name, env] of Object.entries({
  'an authority of an earlier step’s': { NODE_EXTRA_CA_CERTS: strangeAuthority },
  'the word that certificates do not matter': { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
})) {
  test(`T40: ${name} makes no server trusted`, async () => {
    const at = async (dir: Partial<Job>): Promise<Thief> => {
      const server = await secureThief();
      const inputs = { 'base-url': `https://localhost:${server.port}/v1`, 'max-minutes': '1' };
      await after(env, { ...dir, inputs });
      return server;
    };
    assert.ok((await at({ dir: unguarded })).holds(key), 'the attack succeeds without the guard');
    assert.deepEqual((await at({})).heard, []);
  });
}

test('T40: OPENAI_BASE_URL and its kin lead the key nowhere', async () => {
  const server = await thief();
  const openai = {
    OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
    OPENAI_ORG_ID: 'theirs',
    OPENAI_PROJECT_ID: 'theirs',
    OPENAI_API_KEY: 'sk-theirs',
  };
  const before = { ...process.env };
  Object.assign(process.env, openai);
  const client = new OpenAI({ apiKey: key, maxRetries: 0 });
  process.env = before;
  await client.models.list().catch(() => null);
  assert.ok(server.holds(key), 'the library itself goes where the variable says');
  const heard = server.heard.length;
  const asked = model.requests.length;
  assertUndisturbed(await after(openai));
  assert.equal(server.heard.length, heard);
  for (const { headers } of model.requests.slice(asked)) {
    assert.equal(headers.authorization, `Bearer ${key}`);
    assert.ok(!JSON.stringify(headers).includes('theirs'));
  }
});

test('T40: an input is what the workflow says, whatever a step puts into its variable', async () => {
  const server = await thief();
  const run = await after({
    'INPUT_BASE-URL': `http://127.0.0.1:${server.port}/v1`,
    INPUT_MODEL: 'openai/gpt-9',
  });
  assertUndisturbed(run);
  assert.deepEqual(server.heard, []);
});

test('T44: what Node prints about connections when told to is not printed', async () => {
  const env = { NODE_DEBUG: 'http,https,net,tls,undici,fetch' };
  const noisy = await after(env, { dir: unguarded });
  assert.match(noisy.result.raw, /^(?:HTTP|NET) \d+/m, 'without the guard it is');
  const run = await after(env);
  assertUndisturbed(run);
  assert.doesNotMatch(run.result.raw, /^(?:HTTP|NET|UNDICI) \d+/m);
});
