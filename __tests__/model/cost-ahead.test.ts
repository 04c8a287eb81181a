import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costAhead } from '../../src/model/cost-ahead.ts';
import { openModel } from '../../src/model/index.ts';
import { knownModels } from '../../src/model/known.ts';
import { say } from './ask-sim.ts';

const id = 'deepseek/deepseek-v4-flash';
const prompt = say('Mend it.');
const open = (model: string, baseUrl: string | null = null) =>
  openModel({
    id: model,
    wire: 'chat',
    baseUrl,
    env: { DEEPSEEK_API_KEY: 'sk' },
    now: () => new Date(),
    random: () => 0,
  });

test('a request costs its input at the list price, and the output that it allows', async () => {
  const usd = (await knownModels()).models.get(id)?.usd;
  assert.ok(usd);
  const close = (actual: number | null, expected: number) =>
    assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);
  close(await costAhead(id, 4_000_000, prompt, 'chat'), usd.input);
  const limited = { ...prompt, options: { max_tokens: 500_000 } };
  close(await costAhead(id, 4_000_000, limited, 'chat'), usd.input + usd.output / 2);
  // What is not cached yet is written to the cache.
  close(await costAhead(id, 4_000_000, limited, 'messages'), usd.input * 1.25 + usd.output / 2);
  const longer = { ...prompt, options: { max_output_tokens: 500_000 } };
  close(await costAhead(id, 4_000_000, longer, 'responses'), usd.input + usd.output / 2);
  const model = await open(id);
  const { body } = model.outgoing(prompt);
  close(await model.costAhead(prompt), (Math.ceil(body.length / 4) * usd.input) / 1_000_000);
});

test('where no price is known nobody guesses what a request costs', async () => {
  assert.equal(await (await open('deepseek/no-such-model')).costAhead(prompt), null);
  assert.equal(await (await open(id, 'http://127.0.0.1:1/v1')).costAhead(prompt), null);
});
