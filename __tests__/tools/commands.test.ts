import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ToolResult } from '../../src/core/tool.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
mkdirSync(join(folder, 'sub'));
const sandbox = await bareSandbox(folder);
const call = callerIn(sandbox);

const output = (result: ToolResult): string => {
  const { head, tail } = result.fields['output'] as { head: string; tail: string };
  return head + tail;
};

test('a command runs to its end and tells its exit code, which is no failure of the tool', async () => {
  const result = await call('exec', { command: 'echo out; echo err >&2; exit 3' });
  const { milliseconds, ...fields } = result.fields;
  assert.equal(result.ok, true);
  assert.equal(typeof milliseconds, 'number');
  assert.deepEqual(fields, {
    code: 3,
    killed: null,
    handle: null,
    output: { head: 'out\nerr\n', omitted: 0, tail: '', file: null },
  });
});

test('a command runs in the workspace or in the folder that it names', async () => {
  assert.equal(output(await call('exec', { command: 'pwd' })), `${folder}\n`);
  assert.equal(output(await call('exec', { command: 'pwd', folder: 'sub' })), `${folder}/sub\n`);
});

test('a command tells where it ended, so that the next one can go on there', async () => {
  const at = async (command: string, more: object = {}) =>
    (await call('exec', { command, tell_folder: true, ...more })).fields;
  const moved = await at('cd sub; (cd /); echo here; exit 3');
  assert.deepEqual(
    [moved['folder'], moved['code'], output({ ok: true, fields: moved })],
    [`${folder}/sub`, 3, 'here\n'],
  );
  const next = await at('mkdir -p deep; cd deep; set -eu; false', { folder: `${folder}/sub` });
  assert.deepEqual([next['folder'], next['code']], [`${folder}/sub/deep`, 1]);
  const wrong = await at('cd deep; if then fi', { folder: `${folder}/sub` });
  assert.equal(wrong['folder'], `${folder}/sub`);
  const killed = await at('cd /; sleep 60', { folder: `${folder}/sub`, seconds: 1 });
  assert.deepEqual([killed['folder'], killed['killed']], [`${folder}/sub`, 'timeout']);
  const gone = await at('rm -r ../deep', { folder: `${folder}/sub/deep` });
  assert.equal(gone['folder'], `${folder}/sub/deep`);
  const home = await at('pwd', { folder: `${folder}/sub/deep` });
  assert.deepEqual([home['folder'], output({ ok: true, fields: home })], [folder, `${folder}\n`]);
  assert.equal('folder' in (await call('exec', { command: 'true' })).fields, false);
  assert.equal(
    output(await call('exec', { command: 'ls -A /tmp | grep oi-folder || echo clean' })),
    'clean\n',
  );
});

test('a command that takes too long is killed, and what it printed is told', async () => {
  const { fields } = await call('exec', { command: 'echo begun; sleep 600', seconds: 3 });
  assert.deepEqual([fields['code'], fields['killed']], [null, 'timeout']);
  const { head } = fields['output'] as { head: string };
  assert.equal(head, 'begun\n');
});

test('a cancelled run kills its command, also one that it would have left in the background', async () => {
  for (const args of [{}, { yield_seconds: 500 }]) {
    const controller = new AbortController();
    const running = callerIn(sandbox, controller.signal)('exec', { command: 'sleep 600', ...args });
    controller.abort();
    const { fields } = await running;
    assert.deepEqual([fields['killed'], fields['handle']], ['cancelled', null]);
  }
});

test('with yield_seconds a command goes on under a handle, is typed to, polled and ends', async () => {
  const command = 'read line; echo "got $line"; exit 4';
  const started = await call('exec', { command, yield_seconds: 0, terminal: true });
  const handle = started.fields['handle'];
  assert.ok(typeof handle === 'string');
  assert.deepEqual([started.fields['code'], started.fields['killed']], [null, null]);
  const answered = await call('input', { handle, text: 'words\n', wait_seconds: 60 });
  assert.match(output(answered), /got words\r\n$/);
  assert.deepEqual([answered.fields['code'], answered.fields['handle']], [4, null]);
});

test('poll waits for the end and takes what came since the last look', async () => {
  const command = 'echo one; read line; echo two';
  const { fields } = await call('exec', { command, yield_seconds: 0, terminal: true });
  const handle = fields['handle'] as string;
  let seen = output({ ok: true, fields });
  while (!seen.includes('one')) seen += output(await call('poll', { handle, wait_seconds: 0.05 }));
  await call('input', { handle, text: '\n', wait_seconds: 0 });
  const ended = await call('poll', { handle: Number(handle), wait_seconds: 60 });
  assert.equal(ended.fields['code'], 0);
  assert.ok(!output(ended).includes('one'));
});

test('a command that ends before yield_seconds are over has no handle', async () => {
  const { fields } = await call('exec', { command: 'echo quick', yield_seconds: 60 });
  assert.deepEqual([fields['code'], fields['handle']], [0, null]);
});

test('stop kills a background command and says so', async () => {
  const { fields } = await call('exec', { command: 'sleep 600', yield_seconds: 0 });
  const stopped = await call('stop', { handle: fields['handle'] ?? '' });
  assert.deepEqual([stopped.fields['code'], stopped.fields['killed']], [null, 'stopped']);
});

test('typing to a command that has ended fails, with what it printed', async () => {
  const { fields } = await call('exec', { command: 'read line; echo bye', yield_seconds: 0, terminal: true });
  const handle = fields['handle'] as string;
  const background = sandbox.background(handle);
  await call('input', { handle, text: 'x\n', wait_seconds: 0 });
  await background?.poll(60_000, new AbortController().signal);
  const late = await call('input', { handle, text: 'more\n' });
  assert.equal(late.ok, false);
  assert.equal(late.fields['code'], 0);
});

test('a terminal is one for the command', async () => {
  const { fields } = await call('exec', {
    command: 'test -t 0 && test -t 1 && echo terminal',
    terminal: true,
  });
  assert.equal(fields['code'], 0);
  assert.match(output({ ok: true, fields }), /^terminal\r?\n$/);
});

test('an unknown handle is told in a sentence', async () => {
  for (const name of ['poll', 'stop', 'input']) {
    const { ok, ...rest } = await call(name, { handle: 77, text: '' });
    assert.equal(ok, false);
    const why = 'There is no background command "77": use the handle that exec answered.';
    assert.deepEqual(rest, { why, fields: {} });
  }
});
