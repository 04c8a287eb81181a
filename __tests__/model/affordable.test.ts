import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affordable } from '../../src/model/affordable.ts';
import { openModel } from '../../src/model/index.ts';
import { knownModels } from '../../src/model/known.ts';
import { say } from './ask-sim.ts';

const id = 'deepseek/deepseek-v4-flash';
const prompt = say('Mend it.');
const prices = (await knownModels()).models.get(id)?.usd ?? assert.fail();
const chat = { wire: 'chat', usd: 1000 } as const;
const megabytes = 4_000_000;
const open = (model: string, baseUrl: string | null = null) =>
  openModel({
    id: model,
    wire: 'chat',
    baseUrl,
    env: { DEEPSEEK_API_KEY: 'sk' },
    now: () => new Date(),
    random: () => 0,
  });
const close = (actual: number | null, expected: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);

test('a request costs its input at the list price, and the output that it allows', async () => {
  close((await affordable(id, megabytes, prompt, chat)).usd, prices.input);
  const limited = { ...prompt, options: { max_tokens: 500_000 } };
  const asked = await affordable(id, megabytes, limited, chat);
  close(asked.usd, prices.input + prices.output / 2);
  assert.equal(asked.prompt, limited);
  // What is not cached yet is written to the cache.
  const messages = { ...chat, wire: 'messages' } as const;
  close((await affordable(id, megabytes, limited, messages)).usd, prices.input * 1.25 + prices.output / 2);
  const longer = { ...prompt, options: { max_output_tokens: 500_000 } };
  close((await affordable(id, megabytes, longer, chat)).usd, prices.input + prices.output / 2);
  const model = await open(id);
  const { body } = model.outgoing(prompt);
  const { usd } = await model.affordable(prompt, 1);
  close(usd, (Math.ceil(body.length / 4) * prices.input) / 1_000_000);
});

test('where less output makes a request affordable, it may have less, by the name that its wire has for it', async () => {
  for (const name of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
    const limited = { ...prompt, options: { temperature: 1, [name]: 500_000 } };
    const usd = prices.input + prices.output / 10;
    const asked = await affordable(id, megabytes, limited, { wire: 'chat', usd });
    const room = Number(asked.prompt.options[name]);
    assert.ok(room <= 100_000 && room > 99_990, String(room));
    assert.equal(asked.prompt.options['temperature'], 1);
    assert.ok((asked.usd ?? 0) <= usd);
  }
});

test('a request that would leave too little for an answer stays as it is, and so does one without a limit', async () => {
  const limited = { ...prompt, options: { max_tokens: 500_000 } };
  const little = { wire: 'chat', usd: prices.input + prices.output / 1000 } as const;
  const asked = await affordable(id, megabytes, limited, little);
  assert.equal(asked.prompt, limited);
  assert.ok((asked.usd ?? 0) > little.usd);
  const open = await affordable(id, megabytes, prompt, { wire: 'chat', usd: 0 });
  assert.equal(open.prompt, prompt);
  close(open.usd, prices.input);
});

test('where no price is known nobody guesses what a request costs', async () => {
  const unknown = { prompt, usd: null };
  assert.deepEqual(await (await open('deepseek/no-such-model')).affordable(prompt, 1), unknown);
  assert.deepEqual(await (await open(id, 'http://127.0.0.1:1/v1')).affordable(prompt, 1), unknown);
});
