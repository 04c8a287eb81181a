import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { pages } from '../../tools/docs/main.ts';

const root = join(import.meta.dirname, '../..');

test('pages made from the sources are as the sources say: run npm run docs', () => {
  for (const [file, text] of pages()) assert.equal(readFileSync(join(root, file), 'utf8'), text, file);
});

const markdown = ['README.md', '.github', 'docs', 'harnesses', 'sim', 'src', 'examples'].flatMap((place) => {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  if (place.endsWith('.md')) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => join(path, file));
});

test('every link to a file of the repository leads to one', () => {
  const broken = markdown.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`\n]*`/g, '');
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => join(dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${relative(root, file)} -> ${relative(root, target)}`);
  });
  assert.deepEqual(broken, []);
});

test('nothing that people read or run names a path of somebody’s machine', () => {
  const files = [...markdown, join(root, 'action.yml'), join(root, 'package.json')];
  const naming = files.filter((file) =>
    /(?:^|[\s`"'(])\/(?:root|work|home\/[a-z]+)\//m.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(
    naming.map((file) => relative(root, file)),
    [],
  );
});
