import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, type DiffLine, diffOf } from '../../../src/views/transcript/calls/diff.ts';

const plain = (lines: DiffLine[]): string[] => lines.map(({ sign, text }) => sign + text);

test('one text for another shows what they share around what changed', () => {
  assert.deepEqual(plain(changed('a\nb\nc\n', 'a\nx\ny\nc\n')), [' a', '-b', '+x', '+y', ' c']);
  assert.deepEqual(plain(changed('a\na\n', 'a\n')), [' a', '-a']);
  assert.deepEqual(plain(changed('a\n', 'a\na\n')), [' a', '+a']);
  assert.deepEqual(plain(changed('', 'a\n\n')), ['+a', '+']);
  assert.deepEqual(plain(changed('a', '')), ['-a']);
  assert.deepEqual(plain(changed('a', 'a')), [' a']);
});

test('a patch is told without its envelope, a header for each file', () => {
  const patch = [
    '*** Begin Patch',
    '*** Update File: a.txt',
    '@@ def f():',
    ' same',
    '-old',
    '+new',
    '*** Delete File: b.txt',
    '*** End Patch',
  ];
  assert.deepEqual(plain(diffOf(patch.join('\n'))), [
    '*Update File: a.txt',
    '@def f():',
    ' same',
    '-old',
    '+new',
    '*Delete File: b.txt',
  ]);
});

test('what is no patch is told all the same', () => {
  assert.deepEqual(plain(diffOf('nonsense\n')), [' nonsense']);
});
