import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { chatMessage, chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply, sit, text, textIn } from '../harness/play.ts';
import { answering } from './answering.ts';

const { folder, answer } = await answering('minimal');
const make = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const bash = (command: string, more: JsonObject = {}) => answer(call('bash', { command, ...more }));
const read = (path: string, more: JsonObject = {}) => answer(call('read', { path, ...more }));
const edit = (args: JsonObject) => answer(call('edit', { path: 'a.txt', ...args }));

test('a first request is a short prompt, four tools and the task, with no parameters of its own', async () => {
  const prompt = (await harness('minimal')).encode(begin('minimal', { ask: 'Mend it.' }).entries);
  const body = JSON.parse(Buffer.concat(chatRequests('m', {}).pieces(prompt, true)).toString());
  const { tools, messages, ...parameters } = body;
  assert.deepEqual(parameters, { model: 'm', stream: true, stream_options: { include_usage: true } });
  assert.deepEqual(
    tools.map(({ function: { name } }: { function: JsonObject }) => name),
    ['bash', 'read', 'edit', 'write'],
  );
  assert.deepEqual(messages.slice(1), [{ role: 'user', content: 'Mend it.' }]);
  assert.doesNotMatch(JSON.stringify(messages), /2026-01-01|\/repo/);
});

test('instructions of the repository come as a message before the task', async () => {
  const context = { instructions: [{ path: 'AGENTS.md', text: 'Use tabs.' }] };
  const { messages } = (await harness('minimal')).encode(begin('minimal', { context }).entries);
  assert.match(textIn(messages[1]), /AGENTS\.md[\s\S]*Use tabs\./);
  assert.equal(textIn(messages[2]), 'Mend it.');
});

test('words before calls, their reasoning and the calls are one message, with its answers behind', async () => {
  const at = begin('minimal');
  const minimal = await harness('minimal');
  const thought = { kind: 'thinking', text: 'Hm.' } as const;
  play(at, minimal, [reply(thought, text('I look.'), call('bash', { command: 'ls' }))], () => ran('a\n'));
  const quirks = { thinking: { field: 'reasoning_content', missing: null } } as const;
  const said = minimal
    .encode(at.entries)
    .messages.slice(2)
    .map((message) => chatMessage(message, quirks));
  assert.deepEqual(said, [
    {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'Hm.',
      tool_calls: [
        { id: 'w-bash', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'w-bash', content: 'a\n' },
  ]);
});

test('a command’s answer is its output, then what is not as usual', async () => {
  assert.equal(await bash('echo out; echo err >&2'), 'out\nerr\n');
  assert.equal(await bash('true'), '(no output)');
  assert.equal(await bash('printf broken; exit 3'), 'broken\n\n[Exit code 3]');
  assert.equal(await bash('exit 1'), '(no output)\n\n[Exit code 1]');
  assert.equal(await bash('printf begun; sleep 9', { timeout: 1 }), 'begun\n\n[Killed at its time limit]');
});

test('long output keeps both ends and says how much is missing and where all of it is', async () => {
  const said = await bash('seq 1 20000');
  const [, omitted = '', file = ''] =
    /\n\[… (\d+) characters left out; the whole output is in (\/\S+) …\]\n/.exec(said) ?? [];
  assert.equal(Number(omitted), readFileSync(file, 'utf8').length - 16_384);
  assert.ok(said.startsWith('1\n2\n') && said.endsWith('\n20000\n'));
});

test('a file comes without numbers, and says where to go on', async () => {
  make('a.txt', 'one\n\ttwo\n');
  assert.equal(await read('a.txt'), 'one\n\ttwo');
  assert.equal(await read('a.txt', { limit: 1 }), 'one\n\n[Lines 1 to 1 of 2. Go on with offset 2.]');
  make('a.txt', '');
  assert.equal(await read('a.txt'), '(empty file)');
  assert.equal(await read('none.txt'), 'none.txt does not exist.');
});

test('one edit a call: of a text that is there once, or wherever it is', async () => {
  make('a.txt', 'x y x\n');
  assert.match(await edit({ old_text: 'x', new_text: 'z' }), /^The old text was found 2 times in a\.txt/);
  assert.equal(await edit({ old_text: 'y', new_text: '' }), 'Replaced 1 time(s) in a.txt.');
  assert.equal(
    await edit({ old_text: 'x', new_text: 'z', replace_all: true }),
    'Replaced 2 time(s) in a.txt.',
  );
  assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'z  z\n');
  assert.equal(await answer(call('write', { path: 'b', content: 'é' })), 'Wrote 2 bytes to b.');
});

test('several edits of another harness’s one call are told in words, a single one as a call', async () => {
  const pi = await harness('pi');
  const edits = [
    { oldText: 'a', newText: 'b' },
    { oldText: 'c', newText: 'd' },
  ];
  const at = begin('pi');
  const replies = [
    reply(call('edit', { path: 'x', edits }, 'w-1')),
    reply(call('edit', { path: 'x', edits: edits.slice(1) }, 'w-2')),
    reply(text('Done.')),
  ];
  play(at, pi, replies, () => ({ ok: true, fields: { path: 'x', replaced: 2 } }));
  sit(at, 'minimal');
  const said = JSON.stringify((await harness('minimal')).encode(at.entries).messages);
  assert.match(said, /Earlier, replace was used with .*\\"old\\":\\"a\\".*\\"old\\":\\"c\\"/);
  assert.match(said, /"args":\{"path":"x","old_text":"c","new_text":"d"\}/);
});
