import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFileCommand } from '../../../sim/runner/file-commands.ts';

test('a file command gives names on one line and names over many lines', () => {
  assert.deepEqual(parseFileCommand('a=1=2\nb<<END\nx\n\ny=z\nEND\n\nc=\n'), {
    a: '1=2',
    b: 'x\n\ny=z',
    c: '',
  });
});

test('an equals sign before the arrows makes it a plain value', () => {
  assert.deepEqual(parseFileCommand('a=b<<c\n'), { a: 'b<<c' });
});

test('a value that holds the delimiter can set further names, which is why delimiters are random', () => {
  assert.deepEqual(parseFileCommand('a<<EOF\nx\nEOF\nbranch=evil\nEOF2=\n'), {
    a: 'x',
    branch: 'evil',
    EOF2: '',
  });
});

test('what has no form is an error', () => {
  assert.throws(() => parseFileCommand('just words\n'), /Invalid format 'just words'/);
  assert.throws(() => parseFileCommand('a<<END\nx\n'), /Matching delimiter not found 'END'/);
});
