// A call of one harness in the tools of another: only where these say the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolResult } from '../../src/core/tool.ts';
import { retold } from '../../src/harness/retold.ts';
import { data, ran } from './play.ts';

const tell = async (id: string, tool: string, args: JsonObject, result?: ToolResult) => {
  const call = { id: 'c1_0', tool, args, quote: null };
  const [best] = retold((await data(id)).tools, call, { folder: '/repo', result });
  return best && [best.face.name, best.args];
};

const told: [what: string, id: string, tool: string, args: JsonObject, call: [string, JsonObject]][] = [
  [
    'by another name',
    'claude-code',
    'exec',
    { command: 'ls', yield_seconds: 10 },
    ['Bash', { command: 'ls' }],
  ],
  [
    'in other units',
    'claude-code',
    'exec',
    { command: 'ls', seconds: 5 },
    ['Bash', { command: 'ls', timeout: 5000 }],
  ],
  [
    'without the folder where it is the workspace',
    'pi',
    'exec',
    { command: 'ls', folder: '/repo' },
    ['bash', { command: 'ls' }],
  ],
  [
    'by the tool that says most of it',
    'swe-agent',
    'read',
    { path: 'a', start: 1, end: 9 },
    ['view_range', { path: 'a', first: 1, last: 9 }],
  ],
  [
    'from where it began',
    'swe-agent',
    'read',
    { path: 'a', start: 5, count: 9 },
    ['view_rest', { path: 'a', first: 5 }],
  ],
  [
    'with a number for digits',
    'claude-code',
    'read',
    { path: 'a', start: '5' },
    ['Read', { file_path: 'a', offset: 5 }],
  ],
  [
    'with what its tool wants besides',
    'claude-code',
    'todo',
    { items: [{ text: 'Look', status: 'done' }] },
    ['TodoWrite', { todos: [{ content: 'Look', status: 'completed', activeForm: 'Look' }] }],
  ],
  [
    'with what goes without saying elsewhere',
    'claude-code',
    'grep',
    { pattern: 'x' },
    ['Grep', { pattern: 'x', output_mode: 'content' }],
  ],
  [
    'as usual where only its own tool asks how urgent something is',
    'zcode',
    'todo',
    { items: [{ text: 'Look', status: 'done' }] },
    ['TodoWrite', { todos: [{ content: 'Look', status: 'completed', priority: 'medium' }] }],
  ],
  [
    'with one edit',
    'minimal',
    'replace',
    { path: 'a', edits: [{ old: 'x', new: '' }] },
    ['edit', { path: 'a', old_text: 'x', new_text: '' }],
  ],
];
for (const [what, id, tool, args, call] of told) {
  test(`a call is told ${what}`, async () => assert.deepEqual(await tell(id, tool, args), call));
}

test('limits that are no tighter than usual are not told', async () => {
  const read = { path: 'a', count: 100_000, chars: 60_000 };
  assert.deepEqual(await tell('claude-code', 'read', read), ['Read', { file_path: 'a' }]);
  assert.deepEqual(await tell('claude-code', 'read', { ...read, count: 9 }), [
    'Read',
    { file_path: 'a', limit: 9 },
  ]);
});

const two = [
  { old: 'x', new: 'y' },
  { old: 'v', new: 'w' },
];
const untold: [what: string, id: string, tool: string, args: JsonObject][] = [
  ['there is no tool for', 'mini-swe-agent', 'read', { path: 'a' }],
  ['has more edits than the tool takes', 'minimal', 'replace', { path: 'a', edits: two }],
  ['ran in another folder than the tool can name', 'pi', 'exec', { command: 'ls', folder: 'src' }],
  ['found files where the tool finds lines', 'opencode', 'grep', { pattern: 'x', show: 'files' }],
  [
    'put something at the end where the tool writes anew',
    'claude-code',
    'write',
    { path: 'a', text: 'x', how: 'append' },
  ],
  ['lacks what the tool wants', 'claude-code', 'todo', { items: [{ status: 'done' }] }],
];
for (const [what, id, tool, args] of untold) {
  test(`no call is told that ${what}`, async () => assert.equal(await tell(id, tool, args), undefined));
}

test('a command that goes on in the background is told where one can', async () => {
  const running = ran('', { code: null, handle: '1' });
  const args = { command: 'serve', yield_seconds: 1 };
  assert.equal(await tell('claude-code', 'exec', args, running), undefined);
  assert.equal((await tell('native', 'exec', args, running))?.[0], 'exec_command');
});
