import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { readSource } from '../../../src/harness/load/source.ts';

/** What is wrong with a file, with its places. */
const says = (text: string): string[] =>
  readSource('x', 'x/harness.yml', text).problems.map((spot) => `${spot.line}:${spot.column}: ${spot.text}`);

test('a part of itself is no data, wherever it stands, however often it is repeated', () => {
  const told = 'It refers to itself, or is nested too deep.';
  assert.deepEqual(says('extends: y\noptions: &all\n  a: [1, { b: *all }]\n'), [`2:1: ${told}`]);
  assert.deepEqual(says('options: &all { a: *all, b: *all, c: *all }\n'), [`1:1: ${told}`]);
  assert.deepEqual(says(`options: ${'{a: '.repeat(500)}1${'}'.repeat(500)}\n`), [`1:1: ${told}`]);
});

test('an anchor that is used a few times is fine', () => {
  const { data, problems } = readSource('x', 'x', 'a: &a { b: 1 }\nc: [*a, *a]\n');
  assert.deepEqual([data, problems], [{ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }, []]);
});

test('a key that every object has is told where it stands, and sets nothing', () => {
  assert.deepEqual(says('tools:\n  a: { __proto__: { tool: exec } }\n'), [
    '2:8: `__proto__` cannot be a key.',
  ]);
  assert.equal('tool' in {}, false);
});

test('what the parser says ends as a sentence, and in words for who wrote the file', () => {
  assert.deepEqual(says('a: 1\n---\nb: 2\n'), [
    '2:1: A second document begins here, and there may be only one.',
  ]);
  assert.deepEqual(says('a: 1\na: 2\n'), ['2:1: Map keys must be unique.']);
});

test('a name that no harness can have is told as such, and not as a file that is missing', async () => {
  const shelf = { read: async () => 'extends: native\n', shown: (path: string) => path, ids: async () => [] };
  for (const id of ['', '.', '..', 'a b', 'é1', '-a', 'a/b'])
    await assert.rejects(
      readHarnessFolder(id, shelf),
      (error) => error instanceof OiError && error.happened === `A harness cannot be called “${id}”.`,
    );
});
