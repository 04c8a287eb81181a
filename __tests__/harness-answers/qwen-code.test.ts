import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was recorded from Qwen Code 0.15.10, or read in its source.
const { folder, answer, fresh } = await answering('qwen-code');
const at = (path: string): string => join(folder, path);
const make = (path: string, content: string): void => writeFileSync(at(path), content);
const shell = (command: string, more: JsonObject = {}) =>
  answer(call('run_shell_command', { command, ...more }));
const read = (path: string, more: JsonObject = {}) =>
  answer(call('read_file', { file_path: at(path), ...more }));
/** After the file was read. */
const edit = async (path: string, before: string, after: string, more: JsonObject = {}) => {
  const log = fresh();
  await answer(call('read_file', { file_path: at(path) }), log);
  return answer(call('edit', { file_path: at(path), old_string: before, new_string: after, ...more }), log);
};

test('a session begins with the environment, an answer and the task, and results are lists of one part', async () => {
  const context = { instructions: [{ path: 'AGENTS.md', text: 'Use tabs.' }] };
  const log = begin('qwen-code', { ask: 'Mend it.', context });
  const made = await harness('qwen-code');
  play(log, made, [reply(call('run_shell_command', { command: 'ls' }))], () => ran('a\n'));
  const prompt = made.encode(log.entries);
  const body = JSON.parse(Buffer.concat(chatRequests('m', {}).pieces(prompt, true)).toString());
  const { tools, messages, ...parameters } = body;
  assert.deepEqual(parameters, {
    model: 'm',
    max_tokens: 8000,
    stream: true,
    stream_options: { include_usage: true },
  });
  assert.equal(tools.length, 9);
  const [system, setup, thanks, task, called, result] = messages;
  assert.match(system.content, /\n---\n[\s\S]*## AGENTS\.md\n\nUse tabs\.$/);
  assert.match(setup.content[0].text, /Thursday, January 1, 2026[\s\S]*: linux\n[\s\S]*: \/repo$/);
  assert.equal(typeof thanks.content, 'string');
  assert.deepEqual(task.content, [{ type: 'text', text: 'Mend it.' }]);
  assert.equal(called.tool_calls.length, 1);
  assert.match(result.content[0].text, /^Command: ls\nDirectory: \(root\)\nOutput: a\nError: \(none\)\n/);
});

const rest = (code: number): string =>
  `\nError: (none)\nExit Code: ${code}\nSignal: 0\nProcess Group PGID: (none)`;

test('a command is reported with labels', async () => {
  assert.equal(
    await shell('echo a; echo b >&2'),
    `Command: echo a; echo b >&2\nDirectory: (root)\nOutput: a\nb${rest(0)}`,
  );
  assert.equal(await shell('exit 3'), `Command: exit 3\nDirectory: (root)\nOutput: (empty)${rest(3)}`);
  assert.match(await shell('pwd', { directory: '/' }), /\nDirectory: \/\nOutput: \/\n/);
  assert.equal(
    await shell('echo begun; sleep 9', { timeout: 1000 }),
    'Command timed out after 1000ms before it could complete. Below is the output before it timed out:\nbegun',
  );
  assert.equal(
    await shell('sleep 9', { timeout: 1000 }),
    'Command timed out after 1000ms before it could complete. There was no output before it timed out.',
  );
});

test('of long output the first and last of 1000 lines are shown, and where all of it is', async () => {
  const said = await shell('seq 1 20000');
  const [, file = ''] = /\nThe full output has been saved to: (\/\S+)\n/.exec(said) ?? [];
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 20_001);
  const shown = said.slice(said.indexOf('Command: '));
  const [first = '', last = ''] = shown.split('\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n');
  assert.equal(first.split('\n').length, 200);
  assert.equal(last.split('\n').length, 800);
  assert.ok(first.endsWith('\n198') && last.startsWith('19205\n') && last.endsWith(`\n20000${rest(0)}`));
});

test('a command that goes on tells its id, and can be stopped by it', async () => {
  const said = await shell('echo up; sleep 60', { is_background: true });
  const [, id = ''] = /^Background shell started\.\nid: (\d+)\n[\s\S]*\nup$/.exec(said) ?? [];
  assert.match(await answer(call('task_stop', { task_id: id })), /^Background shell "\d+" was stopped\./);
  assert.match(await answer(call('task_stop', { task_id: '99' })), /no background command "99"/);
});

test('a file is shown as it is, and a part of it says which', async () => {
  make('a.txt', 'one\n\ttwo\nthree\n');
  assert.equal(await read('a.txt'), 'one\n\ttwo\nthree\n');
  assert.equal(
    await read('a.txt', { offset: 1, limit: 1 }),
    'Showing lines 2-2 of 4 total lines.\n\n---\n\n\ttwo',
  );
  assert.equal(await read('a.txt', { offset: 2 }), 'Showing lines 3-4 of 4 total lines.\n\n---\n\nthree\n');
  assert.equal(await read('a.txt', { offset: 49 }), 'Showing lines 50-50 of 4 total lines.\n\n---\n\n');
  make('long', 'x\n'.repeat(3000));
  assert.match(await read('long'), /^Showing lines 1-1000 of 3001 total lines\.\n\n---\n\n(?:x\n){999}x$/);
  make('empty', '');
  assert.equal(await read('empty'), '');
  assert.equal(await read('none'), `File not found: ${at('none')}`);
  assert.equal(await read('.'), `Path is a directory, not a file: ${at('.')}`);
});

test('an edit shows the lines that it changed, with four on each side', async () => {
  make('b.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  assert.equal(
    await edit('b.txt', '7', 'seven'),
    `The file: ${at('b.txt')} has been updated. Showing lines 3-10 of 10 from the edited file:\n\n---\n\n3\n4\n5\n6\nseven\n8\n9\n`,
  );
  assert.match(
    await edit('b.txt', 'q', 'z'),
    /^Failed to edit, 0 occurrences found for old_string in \/.*\/b\.txt\. No edits made\./,
  );
  make('b.txt', 'x x');
  assert.equal(
    await edit('b.txt', 'x', 'y'),
    `Failed to edit. Found 2 occurrences for old_string in ${at('b.txt')} but replace_all was not enabled.`,
  );
  assert.equal(
    await edit('b.txt', 'x', 'x'),
    `No changes to apply. The old_string and new_string are identical in file: ${at('b.txt')}`,
  );
  assert.equal(await edit('b.txt', 'x x', ''), `The file: ${at('b.txt')} has been updated.`);
});

test('a file that is written says whether it is new', async () => {
  const log = fresh();
  const write = (path: string) =>
    answer(call('write_file', { file_path: at(path), content: 'needle\n' }), log);
  assert.equal(await write('new/c.txt'), `Successfully created and wrote to new file: ${at('new/c.txt')}.`);
  assert.equal(await write('new/c.txt'), `Successfully overwrote file: ${at('new/c.txt')}.`);
  assert.equal(await write('new'), `Path is a directory, not a file: ${at('new')}`);
});

test('a file is changed only after it was read, whole or in part, and read again after others changed it', async () => {
  make('d.txt', 'one\ntwo\n');
  const log = fresh();
  const edit = (before: string, after: string) =>
    answer(call('edit', { file_path: at('d.txt'), old_string: before, new_string: after }), log);
  const write = () => answer(call('write_file', { file_path: at('d.txt'), content: 'three\n' }), log);
  const unread = `File ${at('d.txt')} has not been read in this session. Use the read_file tool first to load the current content`;
  assert.equal(
    await edit('two', 'deux'),
    `${unread} (a partial read with offset / limit is fine — you only need to have seen the bytes you intend to edit) before editing it.`,
  );
  assert.equal(
    await write(),
    `${unread} (read the full file — overwriting replaces every byte, so any unseen bytes would be discarded) before overwriting it.`,
  );
  assert.equal(readFileSync(at('d.txt'), 'utf8'), 'one\ntwo\n');
  // Named by another path, it is the same file.
  await answer(call('read_file', { file_path: 'd.txt', offset: 0, limit: 1 }), log);
  assert.match(await edit('two', 'deux'), /^The file: .* has been updated\./);
  assert.match(await edit('deux', '2'), /^The file: .* has been updated\./);
  make('d.txt', 'one\n2\nfour\n');
  const changed = `File ${at('d.txt')} has been modified since you last read it (mtime or size changed). Re-read it with the read_file tool before`;
  const current = 'it to ensure your changes are based on current content.';
  assert.equal(await edit('2', 'two'), `${changed} editing ${current}`);
  assert.equal(await write(), `${changed} overwriting ${current}`);
  await answer(call('read_file', { file_path: at('d.txt') }), log);
  assert.equal(await write(), `Successfully overwrote file: ${at('d.txt')}.`);
  assert.match(await edit('three', '3'), /^The file: .* has been updated\./);
});

test('searches tell whole paths, how many there are, and how many are left out', async () => {
  const grep = (args: JsonObject) => answer(call('grep_search', args));
  const many = Array.from({ length: 120 }, (_, index) => `${index}.md`);
  for (const name of many) make(name, 'straw\n');
  assert.equal(
    await grep({ pattern: 'Needle' }),
    `Found 1 match for pattern "Needle" in the workspace directory:\n---\n${at('new/c.txt')}:1:needle`,
  );
  assert.match(
    await grep({ pattern: 'straw', glob: '*.md', limit: 2 }),
    /^Found 120 matches for pattern "straw" in the workspace directory \(filter: "\*\.md"\):\n---\n\/.*\n\/.*\n---\n\[118 lines truncated\] \.\.\.$/,
  );
  assert.equal(
    await grep({ pattern: 'q{9}', path: 'new' }),
    'No matches found for pattern "q{9}" in path "new".',
  );
  const glob = (args: JsonObject) => answer(call('glob', args));
  assert.equal(
    await glob({ pattern: '*.txt', path: 'new' }),
    `Found 1 file(s) matching "*.txt" within ${at('new')}, sorted by modification time (newest first):\n---\n${at('new/c.txt')}`,
  );
  assert.match(
    await glob({ pattern: '*.md' }),
    /^Found 120 file[\s\S]*\.md\n---\n\[20 files truncated\] \.\.\.$/,
  );
  assert.match(await glob({ pattern: 'c.txt' }), /^No files found matching pattern "c\.txt"/);
  assert.equal(
    await glob({ pattern: '*.rs' }),
    'No files found matching pattern "*.rs" in the workspace directory',
  );
});

test('a folder is listed with its folders first', async () => {
  const list = (path: string) => answer(call('list_directory', { path: at(path) }));
  await shell('mkdir -p few/z none; touch few/a');
  assert.equal(await list('few'), `Listed 2 item(s) in ${at('few')}:\n---\n[DIR] z\na`);
  assert.equal(await list('none'), `Directory ${at('none')} is empty.`);
  assert.equal(
    await list('nowhere'),
    `Error listing directory: ENOENT: no such file or directory, stat '${at('nowhere')}'`,
  );
  assert.match(await list('.'), /\n---\n\[\d+ items truncated\] \.\.\.$/);
});

test('the list of tasks comes back as JSON in a reminder', async () => {
  const todos = [{ id: '1', content: 'Read', status: 'in_progress' }];
  assert.match(
    await answer(call('todo_write', { todos })),
    /^Todos have been modified successfully\. [\s\S]*<system-reminder>\nYour todo list has changed\. [^\n]*: \n\n\[\{"id":"1","content":"Read","status":"in_progress"\}\]\. Continue on with the tasks at hand if applicable\.\n<\/system-reminder>$/,
  );
  assert.match(
    await answer(call('todo_write', { todos: [] })),
    /^Todo list has been cleared\.\n\n<system-reminder>/,
  );
});
