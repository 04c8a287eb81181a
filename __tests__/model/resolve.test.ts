import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { WireId } from '../../src/core/model.ts';
import { resolveModel, wiresOf } from '../../src/model/resolve.ts';

const resolve = (model: string, env: Record<string, string> = {}, baseUrl: string | null = null) =>
  resolveModel({ model, wire: 'chat', baseUrl, env });

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

const offered = (
  model: string,
  baseUrl: string | null = null,
  asked: WireId | null = null,
  insteadOf?: string,
) => wiresOf({ model, baseUrl, asked, insteadOf });

test('a provider is asked over its own wires, best first', () => {
  assert.deepEqual(offered('openai/gpt-5').wires, ['responses', 'chat']);
  assert.deepEqual(offered('anthropic/claude-opus-5').wires, ['messages', 'chat']);
  assert.deepEqual(offered('minimax/MiniMax-M3').wires, ['messages', 'chat']);
  assert.deepEqual(offered('zai/glm-5').wires, ['chat', 'messages']);
  assert.deepEqual(offered('ollama/qwen3').wires, ['chat', 'responses']);
  assert.deepEqual(offered('deepseek/deepseek-chat'), { provider: 'deepseek', wires: ['chat'] });
});

test('a server that is not known may speak anything; an address that ends in a wire speaks that', () => {
  const wires = (url: string) => offered('some-model', url).wires;
  assert.deepEqual(wires('http://gateway.local/v1'), ['chat', 'messages', 'responses']);
  assert.deepEqual(wires('http://gateway.local/v1/messages/'), ['messages']);
  assert.deepEqual(wires('http://gateway.local/v1/responses?version=2'), ['responses']);
  assert.deepEqual(wires('http://gateway.local/v1/chat/completions'), ['chat']);
});

test('an address of a known provider’s speaks what that provider speaks there, with its key', () => {
  const env = { ANTHROPIC_API_KEY: 'a', ZAI_API_KEY: 'z', OPENAI_API_KEY: 'o' };
  const known: readonly [string, string, readonly WireId[], string][] = [
    ['https://api.anthropic.com/', 'anthropic', ['messages'], 'a'],
    ['https://api.anthropic.com/v1', 'anthropic', ['messages', 'chat'], 'a'],
    ['https://api.anthropic.com/v1/chat/completions', 'anthropic', ['chat'], 'a'],
    ['https://api.z.ai/api/anthropic', 'zai', ['messages'], 'z'],
    ['https://api.openai.com/v1', 'openai', ['responses', 'chat'], 'o'],
  ];
  for (const [url, provider, wires, key] of known) {
    assert.deepEqual(offered('some-model', url), { provider, wires }, url);
    const [wire = 'chat'] = wires;
    const resolved = resolveModel({ model: 'some-model', wire, baseUrl: url, env });
    assert.deepEqual([resolved.place.provider, resolved.key()], [provider, key]);
  }
});

test('a wire that is asked for is the only one, and only where the model of the settings is served', () => {
  assert.deepEqual(offered('anthropic/claude-opus-5', null, 'chat').wires, ['chat']);
  assert.deepEqual(offered('some-model', 'http://gateway.local', 'messages').wires, ['messages']);
  const other = offered('deepseek/deepseek-chat', null, 'messages', 'anthropic/claude-opus-5');
  assert.deepEqual(other.wires, ['chat']);
  const next = offered('other-model', 'http://gateway.local', 'messages', 'some-model');
  assert.deepEqual(next.wires, ['messages']);
});

test('a wire that the provider has not is refused with those that it has', () => {
  assert.throws(() => offered('deepseek/deepseek-chat', null, 'messages'), {
    code: 'input.invalid',
    message: /deepseek speaks chat\. .*base URL/,
  });
  assert.throws(() => offered('anthropic/x', null, 'responses'), { message: /speaks messages and chat/ });
  assert.throws(() => offered('some-model', 'http://gateway.local/v1/messages', 'chat'), {
    code: 'input.invalid',
    message: /ends in \/messages, and is to be asked over chat/,
  });
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
    resolveModel({
      model,
      wire: 'chat',
      insteadOf: 'deepseek/deepseek-v4-flash',
      baseUrl,
      env,
      ownKey,
    }).key();
  assert.equal(take('deepseek/deepseek-v4-pro'), 'sk-own');
  assert.throws(() => take('groq/some-model'), { code: 'key.missing', advice: 'Set GROQ_API_KEY.' });
  assert.equal(take('groq/some-model', { GROQ_API_KEY: 'gsk' }), 'gsk');
  assert.equal(take('ollama/some-model'), null);
  assert.equal(take('groq/some-model', {}, 'https://models.example.test/v1'), 'sk-own');
});
