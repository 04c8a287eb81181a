import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, placeholders } from '../../src/text/template.ts';

test('values go in as they are: no escaping, no second filling', () => {
  assert.equal(
    fill('{{a}} {{{a}}} {{&a}}', { a: '<b> & "{{c}}" $&', c: 'x' }),
    '<b> & "{{c}}" $& '.repeat(3).trim(),
  );
  assert.equal(
    fill('{{n}} {{no}}|{{#list}}{{.}},{{/list}}{{^none}}none{{/none}}', { n: 0, list: [1, 2], none: [] }),
    '0 |1,2,none',
  );
});

test('placeholders are found with their place, those in sections too', () => {
  assert.deepEqual(placeholders('a {{b}}\n{{#c}}{{d.e}}{{.}}{{/c}}{{> f.md}}'), [
    { kind: 'value', name: 'b', at: 2 },
    { kind: 'value', name: 'c', at: 8 },
    { kind: 'value', name: 'd.e', at: 14 },
    { kind: 'file', name: 'f.md', at: 32 },
  ]);
  assert.deepEqual(placeholders('ab {{#c}} d'), { broken: 'Unclosed section "c"', at: 11 });
});
