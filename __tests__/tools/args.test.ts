import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { tools } from '../../src/tools/index.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const call = callerIn(await bareSandbox(temporaryFolder()));

/** What a model is told about arguments that are wrong. */
const complaints: readonly [tool: string, args: JsonObject, why: string][] = [
  ['write', {}, '`path` is missing: it must be a string. `text` is missing: it must be a string.'],
  ['write', { path: '', text: 3 }, '`path` must not be empty. `text` must be a string, not 3.'],
  ['write', { path: 'a', text: '', how: 'x' }, '`how` must be one of replace, append, create, not "x".'],
  ['write', { path: 'a\0b', text: '' }, '`path` must not hold a NUL character.'],
  ['read', { path: null }, '`path` must be a string, not null.'],
  ['read', { path: 'a', start: 1.5 }, '`start` must be a whole number, not 1.5.'],
  ['read', { path: 'a', count: 0 }, '`count` must be at least 1, not 0.'],
  ['replace', { path: 'a', edits: [] }, '`edits` must not be empty.'],
  ['replace', { path: 'a', edits: [{ old: 'x' }] }, '`edits[0].new` is missing: it must be a string.'],
  ['replace', { path: 'a', edits: '[{"old":1,"new":"x"}]' }, '`edits[0].old` must be a string, not 1.'],
  ['replace', { path: 'a', edits: { old: 'x' } }, '`edits` must be a list, not an object.'],
  ['exec', { command: 'true', seconds: 0 }, '`seconds` must be more than 0, not 0.'],
  [
    'exec',
    { command: 'x'.repeat(100_001) },
    '`command` must have at most 100000 bytes: put the rest into a file first.',
  ],
  ['exec', { command: ['ls'] }, '`command` must be a string, not a list.'],
  ['grep', { pattern: 'x', ignore_case: 'yes' }, '`ignore_case` must be true or false, not "yes".'],
  [
    'todo',
    { items: [{ text: 'a', status: 'completed' }] },
    '`items[0].status` must be one of pending, in_progress, done, not "completed".',
  ],
];

for (const [name, args, why] of complaints) {
  test(`wrong arguments are told by name: ${why.slice(0, 70)}`, async () => {
    const named = [...why.matchAll(/`([^`]+)`/g)].map(([, argument]) => argument);
    assert.deepEqual(await call(name, args), { ok: false, why, fields: { named } });
  });
}

test('what plainly means the right thing is taken for it: null, digits, words, lists as JSON, extras', async () => {
  assert.ok((await call('write', { path: 'a', text: 'one\ntwo\n', how: null, encoding: 'utf-8' })).ok);
  const read = await call('read', { path: 'a', start: '2', count: null });
  assert.equal(read.fields['text'], 'two');
  const edits = JSON.stringify([{ old: 'one', new: 'two', all: null }]);
  assert.ok((await call('replace', { path: 'a', edits })).ok);
  const replaced = await call('replace', { path: 'a', edits: [{ old: 'two', new: '2', all: 'true' }] });
  assert.equal(replaced.fields['replaced'], 2);
});

test('no tool throws or hangs for any arguments, and each says why', async () => {
  const odd: JsonObject[] = [
    {},
    {
      path: 5,
      command: 5,
      handle: {},
      pattern: [],
      patch: null,
      items: 1,
      title: 1,
      body: 1,
      text: 1,
      edits: 1,
    },
    JSON.parse('{"__proto__":{"path":"a"},"constructor":1}') as JsonObject,
  ];
  for (const tool of tools) {
    for (const args of odd) {
      const result = await call(tool.name, args);
      if (!result.ok) assert.match(result.why, /^`\w+`.+\.$/);
      else assert.ok(['list', 'terminal'].includes(tool.name), tool.name); // which need no argument
    }
  }
});

test('the tools that may change the workspace say so', () => {
  const changing = tools.filter(({ changes }) => changes).map(({ name }) => name);
  assert.deepEqual(changing.sort(), [
    'exec',
    'input',
    'patch',
    'replace',
    'splice',
    'stop',
    'terminal',
    'write',
  ]);
});
