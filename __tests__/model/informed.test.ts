import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noSuchModel } from '../../sim/model/faults.ts';
import type { ModelOptions } from '../../sim/model/index.ts';
import { openHttp } from '../../src/model/http.ts';
import { costOf, informed } from '../../src/model/informed.ts';
import { knownModels } from '../../src/model/known.ts';
import type { Attempt, Place } from '../../src/model/wire.ts';
import { openChat } from '../../src/model/wires/chat.ts';
import { key, say, simFor } from './ask-sim.ts';

const named = 'zai/glm-5.3';

/** One attempt at a simulated server that stands for a provider. */
async function attempt(t: TestContext, options: Partial<ModelOptions>, name = named) {
  const sim = await simFor(t, { script: [{ text: 'Hello.' }], ...options });
  const [provider = '', model = ''] = name.split('/');
  const endpoint = `${sim.baseUrl}/chat/completions`;
  const place: Place = {
    id: 'deepseek/deepseek-chat',
    provider,
    model,
    baseUrl: sim.baseUrl,
    endpoint,
    keySources: ['OI_API_KEY'],
    quirks: {},
  };
  const wire = informed(
    openChat(place, key, openHttp(endpoint), () => new Date()),
    place,
  );
  const tried = await wire.attempt(say('Say hello.'), {
    signal: new AbortController().signal,
    idleSeconds: 30,
    onDelta: () => {},
  });
  return { sim, tried };
}

const usageOf = (tried: Attempt) => (tried.ok ? tried.reply.usage : tried.usage);
const pricesOf = async (id: string) =>
  (await knownModels()).models.get(id)?.usd ?? assert.fail(`${id} has no price`);

test('an answer whose cost the provider does not tell has the list price', async (t) => {
  const { sim, tried } = await attempt(t, {});
  const { input, output, usd, listed } = usageOf(tried);
  assert.deepEqual([input, output], [sim.usage.input, sim.usage.output]);
  const prices = await pricesOf(named);
  assert.equal(usd, (input * prices.input + output * prices.output) / 1_000_000);
  assert.ok(usd > 0);
  assert.equal(listed, true);
});

test("the provider's own figure wins over the list price", async (t) => {
  const { sim, tried } = await attempt(t, { price: { input: 1, output: 1 } });
  assert.ok(sim.told.usd > 0);
  const { usd, listed } = usageOf(tried);
  assert.deepEqual([usd, listed], [sim.told.usd, undefined]);
});

test('a model that the table does not know has no price', async (t) => {
  assert.equal(usageOf((await attempt(t, {}, 'zai/glm-of-tomorrow')).tried).usd, null);
});

test('an answer tells the window of its model, where the table has it', async (t) => {
  const { tried } = await attempt(t, {});
  const { window } = (await knownModels()).models.get(named) ?? {};
  assert.ok(typeof window === 'number' && tried.ok && tried.reply.window === window);
  const { tried: unknown } = await attempt(t, {}, 'zai/glm-of-tomorrow');
  assert.ok(unknown.ok && !('window' in unknown.reply));
});

test('tokens that are not told cost nobody knows what', async (t) => {
  const { tried } = await attempt(t, { faults: [{ kind: 'cut', after: 2 }] });
  assert.ok(!tried.ok);
  assert.equal(usageOf(tried).usd, null);
});

test('cached tokens have their own price, and are never more than there are', () => {
  const prices = { input: 1, output: 4, cached: 0.1 };
  assert.equal(costOf({ input: 1_000_000, cached: 500_000, output: 250_000 }, prices), 0.5 + 0.05 + 1);
  assert.equal(costOf({ input: 1_000_000, cached: 2_000_000, output: 0 }, prices), 0.1);
  // Tokens that are written to the cache cost a quarter more.
  const written = { input: 1_000_000, cached: 500_000, written: 400_000, output: 0 };
  assert.equal(costOf(written, prices), 0.5 + 0.1 + 0.05);
  assert.equal(costOf({ input: 1_000_000, cached: 500_000, output: 0 }, { ...prices, cached: null }), 1);
});

test('a model that the provider does not have is told with the nearest that are known', async (t) => {
  const faults = [noSuchModel('glm-5,3')];
  const { tried } = await attempt(t, { faults }, 'zai/glm-5,3');
  assert.ok(!tried.ok);
  assert.equal(tried.error.code, 'model.unknown');
  assert.match(tried.error.advice, /^Did you mean zai\/glm-5\.3/);
});
