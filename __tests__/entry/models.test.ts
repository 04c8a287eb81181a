import assert from 'node:assert/strict';
import { test } from 'node:test';
import { models } from '../../src/entry/models.ts';

/** What `oi models` says to a terminal. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const said = { stdout: '', stderr: '' };
  const code = await models(args, {
    env,
    stdin: process.stdin,
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

test('each provider is listed with its key variable and whether it is set, never with the key', async () => {
  const env = { ZAI_API_KEY: 'sk-of-mine', GROQ_API_KEY: ' ' };
  const { code, stdout } = await run([], env);
  assert.equal(code, 0);
  assert.match(stdout, /^zai +ZAI_API_KEY, set /m);
  assert.match(stdout, /^groq +GROQ_API_KEY, not set /m);
  assert.match(stdout, /^ollama +needs no key /m);
  assert.match(stdout, /OI_API_KEY .*; it is not set\.$/m);
  const json = await run(['--json'], { ...env, OI_API_KEY: 'sk-of-mine' });
  for (const text of [stdout, json.stdout]) assert.equal(text.includes('sk-of-mine'), false);
  const { ownKey, providers } = JSON.parse(json.stdout);
  assert.deepEqual(ownKey, { variable: 'OI_API_KEY', set: true });
  assert.deepEqual(providers.find(({ id }: { id: string }) => id === 'zai').key, {
    variable: 'ZAI_API_KEY',
    set: true,
  });
});

test('models of one provider have windows and prices, or say that they are unknown', async () => {
  const { stdout } = await run(['zai']);
  assert.match(stdout, /^zai\/glm-5\.3 +1,000,000 +\$1\.4 +\$4\.4 +\$0\.26$/m);
  assert.match(stdout, /^zai\/glm-4\.7-flash +200,000 +unknown +unknown +unknown$/m);
  assert.equal(stdout.includes('deepseek'), false);
  assert.match((await run(['vllm'])).stdout, /nothing is known/);
  const { models: rows } = JSON.parse((await run(['--json', 'zai'])).stdout);
  const glm = rows.find(({ id }: { id: string }) => id === 'zai/glm-5.3');
  assert.deepEqual(glm, {
    id: 'zai/glm-5.3',
    window: 1_000_000,
    usd: { input: 1.4, output: 4.4, cached: 0.26 },
  });
});

test('what is not there is told with what is near, and exits as an error', async () => {
  const near = await run(['depseek']);
  assert.equal(near.code, 4);
  assert.match(near.stderr, /Did you mean deepseek\?/);
  assert.match((await run(['github-models'])).stderr, /retired on 2026-07-30/);
  assert.match((await run(['--jsn'])).stderr, /The flag --jsn is not known/);
  assert.match((await run(['zai', 'groq'])).stderr, /2 providers/);
  assert.match((await run(['--help'])).stdout, /^Usage: oi models/);
});
