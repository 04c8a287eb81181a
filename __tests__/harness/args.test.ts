import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { mistakes, toOurs, toTheirs } from '../../src/harness/args.ts';
import type { ToolFace } from '../../src/harness/data.ts';
import { data } from './play.ts';

const native = (await data('native')).tools;
const face = (name: string): ToolFace => native.find((tool) => tool.name === name) ?? assert.fail(name);

test('names, units, words and lists go in and come back the same', () => {
  const calls: [string, JsonObject][] = [
    ['exec_command', { cmd: 'ls', workdir: 'a', tty: false, yield_time_ms: 250 }],
    ['write_stdin', { session_id: 4, chars: 'x', yield_time_ms: 1 }],
    [
      'update_plan',
      {
        plan: [
          { step: 'a', status: 'completed' },
          { step: 'b', status: 'pending' },
        ],
      },
    ],
    ['apply_patch', { input: 'x' }],
  ];
  for (const [name, args] of calls) assert.deepEqual(toTheirs(face(name), toOurs(face(name), args)), args);
});

test('what a call does not give, or gives as null, has our default; what we do not know is left out', () => {
  assert.deepEqual(toOurs(face('exec_command'), { cmd: 'ls', workdir: null, justification: 'x' }), {
    command: 'ls',
    yield_seconds: 10,
  });
  assert.deepEqual(toOurs(face('exec_command'), { cmd: 'ls', yield_time_ms: '1500' }), {
    command: 'ls',
    yield_seconds: 1.5,
  });
});

const part: ToolFace = {
  ...face('exec_command'),
  tool: 'replace',
  parameters: {
    type: 'object',
    properties: { file: { type: 'string' }, before: { type: 'string' }, after: { type: 'string' } },
    required: ['before'],
  },
  args: { file: 'path', before: 'edits.0.old', after: { to: 'edits.0.new' } },
  defaults: {},
};

test('a parameter may be a part of one of ours', () => {
  const theirs = { file: 'a', before: 'x', after: '' };
  const ours = { path: 'a', edits: [{ old: 'x', new: '' }] };
  assert.deepEqual(toOurs(part, theirs), ours);
  assert.deepEqual(toTheirs(part, ours), theirs);
});

test('what only a telling fills in is not read, whatever a call says there', () => {
  const told = { ...part, args: { ...part.args, title: { to: 'path', told: true } } } as const;
  assert.deepEqual(toOurs(told, { file: 'a', before: 'x', title: 'B' }), {
    path: 'a',
    edits: [{ old: 'x' }],
  });
  assert.deepEqual(toTheirs(told, { path: 'a' }), { file: 'a', title: 'a' });
});

test('what another harness left out is told as this one has it, and what a call says is read', () => {
  const told = { ...part, args: { ...part.args, title: { to: 'title', or: 'none' } } } as const;
  assert.deepEqual(toOurs(told, { file: 'a', before: 'x', title: 'B' }), {
    path: 'a',
    edits: [{ old: 'x' }],
    title: 'B',
  });
  assert.deepEqual(toTheirs(told, { path: 'a' }), { file: 'a', title: 'none' });
});

const list: ToolFace = {
  ...part,
  parameters: {
    type: 'object',
    properties: {
      file: { type: 'string' },
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { before: { type: 'string' }, after: { type: 'string' } },
          required: ['before', 'after'],
        },
      },
    },
    required: ['edits'],
  },
  args: { file: 'path', edits: { to: 'edits', each: { before: 'old', after: 'new' }, alone: true } },
};

test('a single item may come without its list, where the harness says so', () => {
  const item = { before: 'x', after: 'y' };
  const ours = { path: 'a', edits: [{ old: 'x', new: 'y' }] };
  for (const given of [{ edits: [item] }, { edits: item }, item]) {
    const args = { file: 'a', ...given };
    assert.deepEqual(mistakes(list, args), []);
    assert.deepEqual(toOurs(list, args), ours);
  }
  const { edits, ...args } = list.args;
  const strict = { ...list, args: { ...args, edits: { to: 'edits', each: { before: 'old' } } } };
  assert.deepEqual(mistakes(strict, item), ['`edits` is missing']);
  assert.ok(edits);
});

test('mistakes in the items of a list are told with their place', () => {
  assert.deepEqual(mistakes(list, { edits: [{ before: 'x', after: 'y' }, { before: 1 }] }), [
    '`edits[1].after` is missing',
    '`edits[1].before` is not a string',
  ]);
});

test('a text that must not be empty is one', () => {
  const texts: ToolFace = {
    ...list,
    parameters: {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 }, b: { type: 'string' } },
    },
  };
  assert.deepEqual(mistakes(texts, { a: '', b: '' }), ['`a` is empty']);
  assert.deepEqual(mistakes(texts, { a: 'x' }), []);
});

test('a word that is none of those to choose from is a mistake, and so is a part of a whole number', () => {
  const parameters = {
    properties: {
      mode: { type: 'string', enum: ['a', 'b'] },
      lines: { type: 'integer' },
      share: { type: 'number' },
    },
  };
  const choosing = { ...part, args: {}, parameters };
  assert.deepEqual(mistakes(choosing, { mode: 'a', lines: '2', share: 1.5 }), []);
  assert.deepEqual(mistakes(choosing, { mode: 'c', lines: 1.5 }), [
    '`mode` is none of a, b',
    '`lines` is not an integer',
  ]);
});

test('mistakes are worded in the harness’s own names', () => {
  const wrong = (name: string, args: JsonObject) => mistakes(face(name), args);
  assert.deepEqual(wrong('exec_command', { cmd: 'ls', yield_time_ms: '20', unknown: 1 }), []);
  assert.deepEqual(wrong('exec_command', {}), ['`cmd` is missing']);
  assert.deepEqual(wrong('exec_command', { cmd: null }), ['`cmd` is missing']);
  assert.deepEqual(wrong('exec_command', { cmd: ['ls'], tty: 'yes', yield_time_ms: 'soon' }), [
    '`cmd` is not a string',
    '`tty` is not a boolean',
    '`yield_time_ms` is not a number',
  ]);
  assert.deepEqual(wrong('update_plan', { plan: {} }), ['`plan` is not an array']);
});

const flagged: ToolFace = {
  ...list,
  parameters: { type: 'object', properties: { later: { type: 'boolean' }, wait: { type: 'integer' } } },
  args: { wait: { to: 'yield_seconds', most: 300 }, later: { to: 'yield_seconds', flag: 0 } },
};

test('a flag that is set stands for a value, one that is not says nothing; a number has a most', () => {
  assert.deepEqual(toOurs(flagged, { later: true, wait: 20 }), { yield_seconds: 0 });
  assert.deepEqual(toOurs(flagged, { later: false, wait: 20 }), { yield_seconds: 20 });
  assert.deepEqual(toOurs(flagged, { wait: '900' }), { yield_seconds: 300 });
  assert.deepEqual(toTheirs(flagged, { yield_seconds: 0 }), { later: true, wait: 0 });
  assert.deepEqual(toTheirs(flagged, { yield_seconds: 5 }), { wait: 5 });
});
