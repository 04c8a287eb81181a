import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBaseUrl, sameBase } from '../../src/model/base-url.ts';
import { openModel } from '../../src/model/index.ts';
import { knownModels } from '../../src/model/known.ts';
import { providers, retired } from '../../src/model/providers.ts';
import { key, say } from './ask-sim.ts';

test('every provider has an id of its own and a base URL that may be joined', () => {
  const ids = [...providers, ...retired].map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  for (const { wire, baseUrl } of providers.flatMap(({ wires }) => wires))
    assert.equal(parseBaseUrl(baseUrl, wire).baseUrl, baseUrl);
});

test('a key goes over TLS, and only a server of this machine needs none', () => {
  for (const { id, wires, keyVariable } of providers) {
    for (const { baseUrl } of wires) {
      const { protocol, hostname } = new URL(baseUrl);
      assert.equal(keyVariable === null, hostname === 'localhost', id);
      assert.equal(protocol, keyVariable === null ? 'http:' : 'https:', id);
    }
  }
});

test('each provider is asked at its own address, with the rest of the name as the model', async () => {
  for (const { id, wires, keyVariable } of providers) {
    const baseUrl = wires.find(({ wire }) => wire === 'chat')?.baseUrl;
    const env = keyVariable === null ? {} : { [keyVariable]: key };
    const how = { wire: 'chat', baseUrl: null, env, now: () => new Date(), random: () => 0 } as const;
    const model = await openModel({ id: `${id}/maker/model`, ...how });
    const { url, body } = model.outgoing(say('Hi'));
    assert.equal(url, `${baseUrl}/chat/completions`);
    assert.equal(JSON.parse(Buffer.from(body).toString()).model, 'maker/model');
    if (keyVariable !== null) {
      await assert.rejects(openModel({ id: `${id}/maker/model`, ...how, env: {} }), {
        code: 'key.missing',
        message: new RegExp(`OI_API_KEY or ${keyVariable}`),
      });
    }
  }
});

test('every model of the table belongs to a provider, and has a price above nothing or none', async () => {
  const { models, pricesOf } = await knownModels();
  assert.match(pricesOf, /^\d{4}-\d\d-\d\d$/);
  assert.ok(models.size > 100 && models.size <= 150, String(models.size));
  for (const [id, { window, usd }] of models) {
    assert.ok(
      providers.some((provider) => id.startsWith(`${provider.id}/`)),
      id,
    );
    assert.ok(window === null || window >= 8_000, id);
    const { input, output, cached } = usd ?? { input: 1, output: 1, cached: null };
    assert.ok(input > 0 && output > 0, id);
    assert.ok(cached === null || (cached > 0 && cached <= input), id);
  }
});

const facts = join(import.meta.dirname, '../../../shared/harness-facts/README.md');

/** Rows `| id | base URL | variable | wire |` of the facts, but for those of no provider of their own. */
function rowsOf(text: string): { id: string; baseUrl: string; variable: string; wire: string }[] {
  const [, section = ''] = text.split('## Providers');
  return [...section.matchAll(/^\| ([\w-]+)(?: \(\w+\))? \| (\S+)[^|]*\| (\w+)[^|]*\| (\w+) \|$/gm)].map(
    ([, id = '', baseUrl = '', variable = '', wire = '']) => ({ id, baseUrl, variable, wire }),
  );
}

test('the table says what the facts say', { skip: !existsSync(facts) && 'the facts are not here' }, () => {
  const rows = rowsOf(readFileSync(facts, 'utf8')).filter(({ id }) => id !== 'id');
  assert.ok(rows.length >= 29, String(rows.length));
  for (const { id, baseUrl, variable, wire } of rows) {
    if (retired.some((gone) => gone.id === id)) continue;
    const provider = providers.find((each) => each.id === id) ?? assert.fail(`${id} is missing`);
    assert.equal(provider.keyVariable, variable, id);
    const there = provider.wires.find((each) => each.wire === wire) ?? assert.fail(`${id} over ${wire}`);
    assert.ok(sameBase(there.baseUrl, baseUrl, there.wire), id);
  }
});
