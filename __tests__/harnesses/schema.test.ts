// cspell:ignore lable
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { harnessIds } from '../../src/harness/choose.ts';
import { harnessJsonSchema } from '../../src/harness/load/json-schema.ts';
import { data, folder } from '../harness/play.ts';

const ids = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const yml = (id: string): string => readFileSync(join(folder, id, 'harness.yml'), 'utf8');

test('harnesses/schema.json is that of the loader; else run: node tools/harness-schema.ts', () => {
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8')), harnessJsonSchema());
});

test('every harness names the schema for editors and fits it', () => {
  const fits = new Ajv2020({ strict: false }).compile(harnessJsonSchema());
  for (const id of ids) {
    assert.match(yml(id), /^# yaml-language-server: \$schema=\.\.\/schema\.json\n/);
    assert.ok(fits(parse(yml(id))), `${id}: ${JSON.stringify(fits.errors)}`);
  }
  assert.ok(!fits({ codec: { name: 'fenced', lable: 'x' } }));
});

test('the chooser knows exactly the harnesses that there are', () => {
  assert.deepEqual([...harnessIds].sort(), ids);
});

test('a README of a harness says in at most fifteen lines what differs and why, and every harness has a title', async () => {
  for (const id of ids) {
    const readme = join(folder, id, 'README.md');
    if (existsSync(readme)) assert.ok(readFileSync(readme, 'utf8').trimEnd().split('\n').length <= 15, id);
    assert.match((await data(id)).title, /^[^\n]{10,100}$/, id);
  }
});

test('no Markdown file lies in a harness’s folder unused', () => {
  for (const id of ids) {
    const files = readdirSync(join(folder, id)).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    );
    const said = ids
      .flatMap((other) => [
        yml(other),
        ...readdirSync(join(folder, other)).map((name) => readFileSync(join(folder, other, name), 'utf8')),
      ])
      .join('\n');
    for (const name of files) assert.ok(said.includes(name), `${id}/${name}`);
  }
});
