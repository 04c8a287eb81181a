import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { bakeHarness } from '../../src/harness/bake.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, data, folder } from './play.ts';

test('a baked harness speaks like its folder', async () => {
  for (const id of ['native', 'mini-swe-agent', 'mini-swe-agent-text']) {
    const baked = await toHarness(JSON.parse(JSON.stringify(await bakeHarness(folder, id))));
    const { entries } = begin(id);
    assert.deepEqual(baked.encode(entries), (await toHarness(await data(id))).encode(entries));
    assert.equal(baked.id, id);
  }
});

test('a harness says which tools it can reach', async () => {
  assert.deepEqual((await toHarness(await data('native'))).tools, ['exec', 'input', 'patch', 'todo']);
  assert.deepEqual((await toHarness(await data('mini-swe-agent-text'))).tools, ['exec']);
});

test('what starts up with a shipped harness needs neither YAML nor a schema', () => {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    for (const [, target = ''] of code.matchAll(/^(?:import|export) (?!type)[^;]*? from '([^']+)'/gm)) {
      if (target.startsWith('.')) follow(join(dirname(file), target));
      else seen.add(target);
    }
  };
  const src = join(import.meta.dirname, '../../src/harness');
  for (const start of ['harness.ts', 'choose.ts']) follow(join(src, start));
  for (const codec of readdirSync(join(src, 'codecs'))) follow(join(src, 'codecs', codec));
  assert.deepEqual(
    [...seen].filter((file) => !file.endsWith('.ts')),
    ['mustache'],
  );
});

test('data of another version are refused, not misread', async () => {
  const strange = { ...(await data('native')), codec: { name: 'xml' } } as unknown as Parameters<
    typeof toHarness
  >[0];
  await assert.rejects(toHarness(strange), { code: 'harness.invalid' });
});
