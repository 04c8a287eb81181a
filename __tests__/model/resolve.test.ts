import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { resolveModel } from '../../src/model/resolve.ts';

const resolve = (model: string, env: Record<string, string> = {}, baseUrl: string | null = null) =>
  resolveModel({ model, baseUrl, env });

test('provider/model finds the address and the key; the rest of the name is the model', () => {
  const { place, key } = resolve('openrouter/qwen/qwen3-coder', { OPENROUTER_API_KEY: 'r' });
  assert.equal(place.provider, 'openrouter');
  assert.equal(place.model, 'qwen/qwen3-coder');
  assert.equal(place.endpoint, 'https://openrouter.ai/api/v1/chat/completions');
  assert.equal(key(), 'r');
});

test('OI_API_KEY wins over the key of the provider', () => {
  assert.equal(resolve('deepseek/deepseek-chat', { OI_API_KEY: 'o', DEEPSEEK_API_KEY: 'd' }).key(), 'o');
  assert.equal(resolve('deepseek/deepseek-chat', { OI_API_KEY: '', DEEPSEEK_API_KEY: ' d\n' }).key(), 'd');
});

test('a missing key is told with both names it may have', () => {
  assert.throws(() => resolve('deepseek/deepseek-chat'), {
    code: 'key.missing',
    message: /OI_API_KEY or DEEPSEEK_API_KEY/,
  });
});

test('a key with a line break inside is refused, and not repeated', () => {
  assert.throws(
    () => resolve('deepseek/deepseek-chat', { OI_API_KEY: 'sk-abc\nsk-def' }),
    (error: Error & { code?: string }) => error.code === 'key.refused' && !inspect(error).includes('sk-abc'),
  );
});

test('local servers need no key', () => {
  assert.equal(resolve('ollama/qwen3').key(), null);
  assert.equal(resolve('qwen3', {}, 'http://localhost:8080/v1').key(), null);
});

test('a base URL wins; behind it the name is sent as it is', () => {
  const { place } = resolve('deepseek/deepseek-chat', {}, 'http://gateway.local/v1/');
  assert.deepEqual([place.provider, place.model], ['custom', 'deepseek/deepseek-chat']);
  assert.equal(place.baseUrl, 'http://gateway.local/v1');
  assert.equal(resolve('custom/x', {}, 'http://gateway.local/v1').place.model, 'x');
});

test('a base URL of a known provider is that provider', () => {
  const { place, key } = resolve('deepseek-chat', { DEEPSEEK_API_KEY: 'd' }, 'https://api.deepseek.com/');
  assert.deepEqual([place.provider, place.model, key()], ['deepseek', 'deepseek-chat', 'd']);
});

test("a provider's key is sent to no other place than that provider", () => {
  const env = { DEEPSEEK_API_KEY: 'd', OPENAI_API_KEY: 'o' };
  assert.equal(resolve('deepseek/deepseek-chat', env, 'http://evil.example/v1').key(), null);
  assert.equal(resolve('deepseek-chat', env, 'https://api.deepseek.com.evil.example').key(), null);
  assert.equal(resolve('deepseek-chat', env, 'http://api.deepseek.com').key(), null);
});

test('an unknown provider is told with the nearest ones', () => {
  assert.throws(() => resolve('depseek/deepseek-chat'), {
    code: 'model.unknown',
    message: /Did you mean deepseek\?/,
  });
  assert.throws(() => resolve('no-such-thing/x'), { code: 'model.unknown', message: /provider\/model/ });
  assert.throws(() => resolve('deepseek'), { code: 'model.unknown', message: /names no model/ });
  assert.throws(() => resolve(''), { code: 'model.unknown' });
});

test('the reasoning of a family is sent back whoever serves it', () => {
  const missing = (model: string, baseUrl: string | null = 'http://gateway.local/v1') =>
    resolve(model, { OI_API_KEY: 'k' }, baseUrl).place.quirks.thinking?.missing;
  assert.equal(missing('DeepSeek-V3.2'), '(reasoning omitted)');
  assert.equal(missing('kimi-k2-thinking'), '');
  assert.equal(missing('llama-3.3'), undefined);
  assert.equal(missing('openrouter/deepseek/deepseek-v3.2', null), null);
});

test('a model behind no provider that is known needs a base URL', () => {
  assert.throws(() => resolve('custom/x'), { code: 'input.missing', message: /--base-url/ });
});

test('a wire that is not spoken is told with what to use instead, and no key is sent there', () => {
  const env = { ANTHROPIC_API_KEY: 'a', MINIMAX_API_KEY: 'm' };
  assert.throws(() => resolve('claude-opus-5', env, 'https://api.anthropic.com/'), {
    code: 'input.invalid',
    message: /speaks messages.*anthropic\/…, or give https:\/\/api\.anthropic\.com\/v1/,
  });
  assert.throws(() => resolve('x', env, 'https://api.minimax.io/anthropic/v1'), {
    message: /speaks messages/,
  });
  const { place, key } = resolve('claude-opus-5', env, 'https://api.anthropic.com/v1');
  assert.deepEqual([place.provider, key()], ['anthropic', 'a']);
});

test('a service that is no more is told of by name and by address, and gets no token', () => {
  const env = { GITHUB_TOKEN: 'g', OI_API_KEY: 'o' };
  const gone = { code: 'model.unknown', message: /GitHub Models was retired on 2026-07-30/ };
  assert.throws(() => resolve('github-models/openai/gpt-4o', env), gone);
  assert.throws(() => resolve('openai/gpt-4o', env, 'https://models.github.ai/inference'), gone);
  assert.throws(() => resolve('openai/gpt-4o', env, 'https://models.github.ai/orgs/ann/inference/'), gone);
});

test('a key that was given for one model goes to no other address when another takes its place', () => {
  const ownKey = { called: 'the input `api-key`', value: 'sk-own' };
  const take = (model: string, env = {}, baseUrl: string | null = null) =>
    resolveModel({ model, insteadOf: 'deepseek/deepseek-v4-flash', baseUrl, env, ownKey }).key();
  assert.equal(take('deepseek/deepseek-v4-pro'), 'sk-own');
  assert.throws(() => take('groq/some-model'), { code: 'key.missing', advice: 'Set GROQ_API_KEY.' });
  assert.equal(take('groq/some-model', { GROQ_API_KEY: 'gsk' }), 'gsk');
  assert.equal(take('ollama/some-model'), null);
  assert.equal(take('groq/some-model', {}, 'https://models.example.test/v1'), 'sk-own');
});
