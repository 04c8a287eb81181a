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
