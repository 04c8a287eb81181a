import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { messagesViolationsOf } from '../../sim/model/wires/messages-violations.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { only } from '../../src/core/session.ts';
import { messagesRequests } from '../../src/model/wires/messages-request.ts';
import { begin, call, chosen, harness, type Log, ran, reply, text, turn } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was read in Open Interpreter: the Rust source of its tools for ZCode.
const { folder, fresh, answer } = await answering('zcode');
const make = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const use = (name: string, args: JsonObject, at?: Log) => answer(call(name, args), at);
const bash = (command: string, more: JsonObject = {}) => use('Bash', { command, ...more });
const place = (path: string): string => join(folder, path);
const current = '(file state is current in your context — no need to Read it back)';
const unread =
  '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>';

test('a first request and the next have the original’s parameters, and a strict provider takes both', async () => {
  const zcode = await harness('zcode');
  const at = begin('zcode', { ask: 'Mend it.' });
  at.record(chosen('zcode', 'zai/glm-5', 'messages'));
  const write = messagesRequests('glm-5', {
    mostTokens: null,
    thinking: 'as-asked',
    caches: true,
    signed: true,
  });
  const bodyOf = () => JSON.parse(Buffer.concat(write(zcode.encode(at.entries))).toString());
  const { tools, system, messages, ...parameters } = bodyOf();
  assert.deepEqual(parameters, {
    model: 'glm-5',
    max_tokens: 64_000,
    tool_choice: { type: 'auto' },
    stream: true,
  });
  assert.deepEqual(tools.map(({ name }: { name: string }) => name).sort(), [
    ...['Bash', 'Edit', 'Read', 'TodoRead', 'TodoWrite', 'Write'],
  ]);
  assert.match(system[0].text, /\n# Environment\n[\s\S]*- Working directory: \/repo$/);
  assert.match(messages[0].content[0].text, /^<system-reminder>\n[\s\S]*2026-01-01[\s\S]*Mend it\.$/);
  const replies = [reply(text('I look.'), call('Bash', { command: 'false' }))];
  turn(at, zcode.next(at.entries), replies);
  turn(at, zcode.next(at.entries), [], () => ran('broken\n', { code: 3 }));
  const body = bodyOf();
  const [result] = body.messages.at(-1).content;
  assert.deepEqual([result.content, result.is_error], ['Exit code 3\nbroken', true]);
  assert.deepEqual(messagesViolationsOf(body), []);
});

test('a command’s output comes without empty lines around it; a failure has its exit code', async () => {
  assert.equal(await bash("printf '\\n\\n  a  \\n\\n'"), '  a');
  assert.equal(await bash('echo out; echo err >&2'), 'out\nerr');
  assert.equal(await bash('true'), '(Bash completed with no output)');
  assert.equal(await bash('echo broken; exit 3'), 'Exit code 3\nbroken');
  assert.equal(await bash('exit 1'), 'Exit code 1');
  assert.equal(await bash('echo begun; sleep 9', { timeout: 1000 }), 'Command timed out after 1s\nbegun');
});

test('long output is told by its file and its first lines; a long failure is shown from both ends', async () => {
  assert.match(
    await bash('seq 1 20000'),
    /^<persisted-output>\nOutput too large \(106\.3KB\)\. Full output saved to: \/\S+\n\nPreview \(first 2KB\):\n1\n2\n[\s\S]*\n\.\.\.\n<\/persisted-output>$/,
  );
  const failed = await bash('seq 1 20000; exit 4');
  assert.match(failed, /^Exit code 4\n1\n2\n[\s\S]*characters truncated\] \.\.\.[\s\S]*\n20000$/);
  assert.ok(failed.length > 16_000);
});

test('lines have their number and a tab, the end of the last line begins one more', async () => {
  make('lines.txt', 'one\ntwo\n');
  const read = (more: JsonObject = {}) => use('Read', { file_path: place('lines.txt'), ...more });
  assert.equal(await read(), '1\tone\n2\ttwo\n3\t');
  assert.equal(await read({ offset: 2, limit: 1 }), '2\ttwo');
  assert.equal(await read({ offset: 0, limit: 1 }), '1\tone');
  assert.equal(
    await use('Read', { file_path: place('none.txt') }),
    `File does not exist. Note: your current working directory is ${folder}.`,
  );
});

test('a file is read before it is edited, and again after somebody else changed it; it is written without that', async () => {
  const at = fresh();
  const edit = () => use('Edit', { file_path: place('a.txt'), old_string: 'one', new_string: 'two' }, at);
  make('a.txt', 'one\n');
  assert.equal(await edit(), unread);
  await use('Read', { file_path: place('a.txt') }, at);
  make('a.txt', 'one more\n');
  assert.equal(await edit(), unread);
  await use('Read', { file_path: place('a.txt') }, at);
  assert.equal(await edit(), `The file ${place('a.txt')} has been updated successfully. ${current}`);
  for (const path of ['a.txt', 'new.txt']) {
    assert.equal(
      await use('Write', { file_path: place(path), content: 'x\n' }),
      `File created successfully at: ${place(path)} ${current}`,
    );
  }
});

test('the to-do list is told as it was and as it is, with counts, and can be read back', async () => {
  const at = fresh();
  const item = (content: string, status: string, priority: string) => ({ content, status, priority });
  const one = [item('Look <first>', 'in_progress', 'high'), item('"Mend"', 'pending', 'low')];
  const two = [item('Look <first>', 'completed', 'high'), item('"Mend"', 'in_progress', 'low')];
  const told = async (name: string, args: JsonObject) => JSON.parse(await use(name, args, at));
  assert.deepEqual(await told('TodoRead', {}), { todos: [] });
  assert.deepEqual(await told('TodoWrite', { todos: one }), {
    oldTodos: [],
    todos: one,
    summary: { total: 2, pending: 1, inProgress: 1, completed: 0 },
  });
  assert.deepEqual(await told('TodoWrite', { todos: two }), {
    oldTodos: one,
    todos: two,
    summary: { total: 2, pending: 0, inProgress: 1, completed: 1 },
  });
  assert.deepEqual(await told('TodoRead', {}), { todos: two });
  assert.equal(only(at.entries, 'tool.called').at(-1)?.call.tool, 'todo');
});

test('another harness’s list has no priorities, and is told with one', async () => {
  const at = fresh();
  const items = [{ text: 'Look', status: 'pending' }];
  at.record({ type: 'tool.called', call: { id: 'x', tool: 'todo', args: { items }, quote: null } });
  at.record({ type: 'tool.returned', call: 'x', result: { ok: true, fields: { items } } });
  const todos = [{ content: 'Look', status: 'pending', priority: 'medium' }];
  assert.deepEqual(JSON.parse(await use('TodoRead', {}, at)), { todos });
});
