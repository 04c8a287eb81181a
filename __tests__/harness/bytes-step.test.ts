import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { render } from '../../src/harness/render.ts';
import { output } from './play.ts';

const cut = (bytes: number, of: object): { head: string; omitted: number; tail: string } =>
  JSON.parse(
    render(
      {
        steps: [
          { step: 'bytes', field: 'output', bytes },
          { step: 'json', fields: ['output'] },
        ],
        template: '{{output}}',
      },
      { output: of },
    ),
  );
const parts = (bytes: number, of: object): unknown[] => {
  const { head, omitted, tail } = cut(bytes, of);
  return [head, omitted, tail];
};

test('an output is cut to bytes, with half at each end and no character cut in two', () => {
  assert.deepEqual(parts(10, output('0123456789')), ['0123456789', 0, '']);
  assert.deepEqual(parts(10, output('0123456789a')), ['01234', 1, '6789a']);
  assert.deepEqual(parts(10, output('漢字漢字')), ['漢', 6, '字']);
  assert.deepEqual(parts(10, output('ab', 'cd')), ['abcd', 0, '']);
});

test('what was left out before counts in bytes where the log tells them, else as it was counted', () => {
  assert.deepEqual(parts(4, { ...output('abc', 'def', 7), omittedBytes: 21 }), ['ab', 23, 'ef']);
  assert.deepEqual(parts(4, output('abc', 'def', 7)), ['ab', 9, 'ef']);
  assert.deepEqual(parts(100, output('abc', 'def', 7)), ['abc', 7, 'def']);
});

test('whatever is cut, nothing is longer than asked for, and all bytes are there or counted', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 100 }),
      (text, most) => {
        const { head, omitted, tail } = cut(most, output(text));
        const kept = Buffer.byteLength(head + tail);
        assert.ok(kept <= most || omitted === 0);
        assert.equal(kept + omitted, Buffer.byteLength(text));
        assert.ok(text.startsWith(head) && text.endsWith(tail));
      },
    ),
  );
});
