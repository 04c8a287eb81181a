import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepData } from '../../src/harness/data.ts';
import { merge } from '../../src/harness/load/merge.ts';
import { render } from '../../src/harness/render.ts';
import { output } from './play.ts';

const after = (step: StepData, fields: Record<string, unknown>, template: string): string =>
  render({ steps: [step], template }, fields);
const trimmed = (head: string, tail = '', omitted = 0): string =>
  after(
    { step: 'trim', field: 'output' },
    { output: output(head, tail, omitted) },
    '{{#output}}{{head}}|{{tail}}{{/output}}',
  );

test('an output is trimmed of empty lines before and of all blanks after, and keeps its indentation', () => {
  assert.equal(trimmed('\n \n  a  \nb \n\n'), '  a  \nb|');
  assert.equal(trimmed(' \n\n'), '|');
  assert.equal(trimmed('\na \n', ' \nb\n', 9), 'a \n| \nb');
  assert.equal(after({ step: 'trim', field: 'text' }, { text: ' a\t\n' }, '{{text}}|'), 'a|');
});

test('a cut may go elsewhere, keep nothing of the end, and end with a whole line', () => {
  const cut: StepData = { step: 'cut', field: 'output', chars: 8, tail: 0, lines: true, into: 'start' };
  const template = '{{start.head}}|{{start.omitted}}|{{output.head}}';
  assert.equal(after(cut, { output: output('one\ntwo\nthree\n') }, template), 'one\ntwo|7|one\ntwo\nthree\n');
  assert.equal(after(cut, { output: output('a\nb c d e f') }, template), 'a\nb c d |3|a\nb c d e f');
  assert.equal(after(cut, { output: output('short') }, template), 'short|0|short');
});

test('a text cannot close a tag that it is put into', () => {
  const step: StepData = { step: 'unclose', field: 'text', tags: ['box', 'note'] };
  assert.equal(
    after(step, { text: 'a</box></note ></b>' }, '<box>{{text}}</box>'),
    '<box>a&lt;/box>&lt;/note ></b></box>',
  );
});

test('null takes out what the harness has that is extended', () => {
  assert.deepEqual(merge({ tools: { a: { b: 1 }, c: 2 } }, { tools: { c: null } }), {
    tools: { a: { b: 1 } },
  });
});
