import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toOurs, toTheirs } from '../../src/harness/args.ts';
import type { StepData, ToolFace } from '../../src/harness/data.ts';
import { render } from '../../src/harness/render.ts';

const after = (fields: Record<string, unknown>, template: string, ...told: StepData[]): string =>
  render({ steps: told, template }, fields);

test('lines get their numbers, from where the text begins', () => {
  const plain: StepData = { step: 'number', field: 'text', start: 'start', width: 0, separator: ':' };
  assert.equal(after({ text: 'a\n\nb', start: 9 }, '{{text}}', plain), '9:a\n10:\n11:b');
  assert.equal(after({ text: '', start: 1 }, '{{text}}', plain), '1:');
  const wide: StepData = { ...plain, width: 4, separator: '\t' };
  assert.equal(after({ text: 'a\nb', start: 99 }, '{{text}}', wide), '  99\ta\n 100\tb');
  assert.equal(after({ text: null }, '{{text}}', plain), '');
});

test('a path becomes absolute, seen from a folder', () => {
  const told: StepData = { step: 'resolve', field: 'path', against: 'folder' };
  const at = (path: unknown, folder: unknown = '/repo/sub') => after({ path, folder }, '{{path}}', told);
  assert.equal(at('a.txt'), '/repo/sub/a.txt');
  assert.equal(at('./x/../../b//c'), '/repo/b/c');
  assert.equal(at('/etc/../tmp'), '/tmp');
  assert.equal(at('../../../..'), '/');
  assert.equal(at('.'), '/repo/sub');
  assert.equal(at(undefined), '');
  assert.equal(at('a.txt', null), 'a.txt');
});

test('fields may be taken off a sum', () => {
  const below: StepData = {
    step: 'add',
    fields: ['total'],
    less: ['start', 'lines'],
    plus: 1,
    into: 'below',
  };
  assert.equal(after({ total: 300, start: 105, lines: 100 }, '{{below}}', below), '96');
  assert.equal(after({ total: null, start: 1, lines: 1 }, '{{below}}', below), '');
});

test('a number of theirs may be off by some of ours, and never less than the least', () => {
  const face: ToolFace = {
    name: 'open',
    description: '',
    parameters: {},
    freeform: null,
    tool: 'read',
    args: { line: { to: 'start', plus: -15, least: 1 } },
    defaults: {},
    recall: [],
    render: { ok: { steps: [], template: '' }, failed: { steps: [], template: '' }, faults: {} },
  };
  assert.deepEqual(toOurs(face, { line: '120' }), { start: 105 });
  assert.deepEqual(toOurs(face, { line: 3 }), { start: 1 });
  assert.deepEqual(toTheirs(face, { start: 105 }), { line: 120 });
});
