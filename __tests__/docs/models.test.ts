import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownModels } from '../../src/model/known.ts';

const root = join(import.meta.dirname, '../..');
const below = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => `${folder}/${file}`);

/** What people copy from. */
const files = [
  'README.md',
  'action.yml',
  ...below('docs', '.md').filter((file) => !file.includes('decisions')),
  ...below('examples', '.yml'),
  ...below('src/entry', '.ts'),
];

test('a model that is named as an example is one that its provider has, by the table', async () => {
  const { models } = await knownModels();
  const makers = [...new Set([...models.keys()].map((id) => id.split('/')[0]))].join('|');
  const named = new RegExp(`(?<![\\w/.@-])(?:${makers})(?:/[\\w.-]+)+`, 'g');
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)].map(([id]) => ({
      file,
      id: id.replace(/\.$/, ''),
    })),
  );
  assert.ok(
    found.some(({ file }) => file === 'README.md') && found.some(({ file }) => file.startsWith('examples/')),
  );
  assert.deepEqual(
    found.filter(({ id }) => !models.has(id)),
    [],
  );
});
