import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { violationsOf } from '../../sim/model/violations.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply, text, textIn } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was read in MoonshotAI/kimi-cli: its tools and their tests.
const { folder, answer } = await answering('kimi-cli');
const cli = await harness('kimi-cli');
const make = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const use = (name: string, args: JsonObject) => answer(call(name, args));
const shell = (command: string, more: JsonObject = {}) => use('Shell', { command, ...more });
const read = (path: string, more: JsonObject = {}) => use('ReadFile', { path, ...more });
const edit = (path: string, edit: JsonObject[] | JsonObject) => use('StrReplaceFile', { path, edit });
const ok = '<system>Command executed successfully.</system>';

test('a first request has the original’s parameters and tools in its order; results are lists of one part, which a strict provider takes', () => {
  const at = begin('kimi-cli', { ask: 'Mend it.' });
  play(at, cli, [reply(text('I look.'), call('Shell', { command: 'ls' }))], () => ran('a\n'));
  const body = JSON.parse(
    Buffer.concat(chatRequests('m', {}).pieces(cli.encode(at.entries), true)).toString(),
  );
  const { tools, messages, ...parameters } = body;
  assert.deepEqual(parameters, {
    model: 'm',
    max_tokens: 32000,
    prompt_cache_key: 'f00dfeed',
    thinking: { type: 'enabled' },
    stream: true,
    stream_options: { include_usage: true },
  });
  assert.deepEqual(
    tools.map(({ function: { name } }: { function: JsonObject }) => name),
    'SetTodoList Shell TaskOutput TaskStop ReadFile Glob Grep WriteFile StrReplaceFile'.split(' '),
  );
  assert.match(messages[0].content, /\n# Working Environment\n[\s\S]*It is 2026-01-01\. .*`\/repo`/);
  assert.deepEqual(messages[1], { role: 'user', content: 'Mend it.' });
  assert.deepEqual(messages.at(-1).content, [{ type: 'text', text: `${ok}\na\n` }]);
  assert.deepEqual(violationsOf(body), []);
});

test('a command’s status comes before its output', async () => {
  assert.equal(await shell('echo out; echo err >&2'), `${ok}\nout\nerr\n`);
  assert.equal(await shell('true'), ok);
  assert.equal(
    await shell('printf broken; exit 3'),
    '<system>ERROR: Command failed with exit code: 3.</system>\nbroken',
  );
  assert.equal(await shell('exit 1'), '<system>ERROR: Command failed with exit code: 1.</system>');
  assert.equal(
    await shell('echo begun; sleep 9', { timeout: 1 }),
    '<system>ERROR: Command killed by timeout (1s)</system>\nbegun\n',
  );
});

test('of long output both ends are shown, and where all of it is', async () => {
  const said = await shell('seq 1 20000; exit 4');
  const [, file = ''] =
    /^<system>ERROR: Command failed with exit code: 4\. Output is truncated to fit in the message\. All of it: (\/\S+)<\/system>\n1\n2\n[\s\S]*\[\.\.\.truncated\]\n[\s\S]*\n20000\n$/.exec(
      said,
    ) ?? [];
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 20_001);
});

test('a task in the background tells its id, is looked at, waited for and ended', async () => {
  const begun = await shell('echo up; sleep 1; echo down', { run_in_background: true, description: 'wait' });
  const [, id = ''] =
    /^<system>Background task started\.<\/system>\ntask_id: (\S+)\nkind: bash\nstatus: running\ndescription: wait\ncommand: echo up; sleep 1; echo down\n/.exec(
      begun,
    ) ?? [];
  assert.ok(id, begun);
  assert.match(
    await use('TaskOutput', { task_id: id }),
    /^<system>Task output retrieved\.<\/system>\nretrieval_status: not_ready\ntask_id: .*\nkind: bash\nstatus: running\nterminal_reason: running\n\n\[output\]\n/,
  );
  assert.match(
    await use('TaskOutput', { task_id: id, block: true }),
    /\nretrieval_status: success\ntask_id: .*\nkind: bash\nstatus: completed\nterminal_reason: completed\nexit_code: 0\n\n\[output\]\n[\s\S]*down\n$/,
  );
  const other = /task_id: (\S+)/.exec(await shell('sleep 60', { run_in_background: true }))?.[1] ?? '';
  assert.equal(
    await use('TaskStop', { task_id: other }),
    `<system>Task stop requested.</system>\ntask_id: ${other}\nkind: bash\nstatus: killed\nreason: Stopped by TaskStop`,
  );
  assert.match(await use('TaskOutput', { task_id: '99' }), /^<system>ERROR: .*"99".*<\/system>$/);
});

test('a file comes with numbers in six columns, and a status that says what was read and why it ended', async () => {
  make('a.txt', 'one\n\ttwo\nthree');
  assert.equal(
    await read('a.txt'),
    '<system>3 lines read from file starting from line 1. Total lines in file: 3. End of file reached.</system>\n     1\tone\n     2\t\ttwo\n     3\tthree',
  );
  assert.equal(
    await read('a.txt', { line_offset: 2, n_lines: 1 }),
    '<system>1 lines read from file starting from line 2. Total lines in file: 3.</system>\n     2\t\ttwo\n',
  );
  assert.match(
    await read('a.txt', { line_offset: -1 }),
    /^<system>1 lines read from file starting from line 3\./,
  );
  const none = (total: number) =>
    `<system>No lines read from file. Total lines in file: ${total}. End of file reached.</system>`;
  assert.equal(await read('a.txt', { line_offset: 10 }), none(3));
  make('empty', '');
  assert.equal(await read('empty'), none(0));
  assert.equal(await read('none'), '<system>ERROR: `none` does not exist.</system>');
  assert.equal(await read('.'), '<system>ERROR: `.` is not a file.</system>');
});

test('a read ends at 1000 lines or 100,000 characters, and tells which lines were cut', async () => {
  make('long', 'x\n'.repeat(3000));
  assert.match(
    await read('long'),
    /^<system>1000 lines read from file starting from line 1\. Total lines in file: 3000\.<\/system>\n {5}1\tx\n/,
  );
  make('heavy', `${'y'.repeat(1000)}\n`.repeat(200));
  assert.match(
    await read('heavy'),
    /^<system>99 lines read from file starting from line 1\. Total lines in file: 200\. Max 100000 bytes reached\.<\/system>\n/,
  );
  make('wide', `${'a'.repeat(2500)}\nshort\n${'b'.repeat(3000)}`);
  assert.match(
    await read('wide'),
    /^<system>3 lines read from file starting from line 1\. Total lines in file: 3\. End of file reached\. Lines \[1, 3\] were truncated\.<\/system>\n {5}1\ta{2000}/,
  );
});

test('a write says how large the file is then', async () => {
  const write = (more: JsonObject) => use('WriteFile', { path: 'new/w.txt', content: 'é\n', ...more });
  assert.equal(await write({}), '<system>File successfully overwritten. Current size: 3 bytes.</system>');
  assert.equal(
    await write({ mode: 'append' }),
    '<system>File successfully appended to. Current size: 6 bytes.</system>',
  );
  assert.equal(await write({ path: 'new' }), '<system>ERROR: `new` is not a file.</system>');
});

test('edits are made in order, each at the first place, and one that fits nowhere is passed over', async () => {
  make('e.txt', 'one two one\n');
  const done = (edits: number, replaced: number) =>
    `<system>File successfully edited. Applied ${edits} edit(s) with ${replaced} total replacement(s).</system>`;
  assert.equal(await edit('e.txt', { old: 'one', new: 'un' }), done(1, 1));
  assert.equal(readFileSync(join(folder, 'e.txt'), 'utf8'), 'un two one\n');
  assert.equal(
    await edit('e.txt', [
      { old: 'two', new: 'deux' },
      { old: 'deux', new: 'two two' },
      { old: 'three', new: 'trois' },
      { old: 'two', new: '2', replace_all: true },
    ]),
    done(4, 4),
  );
  assert.equal(readFileSync(join(folder, 'e.txt'), 'utf8'), 'un 2 2 one\n');
  const nothing =
    '<system>ERROR: No replacements were made. The old string was not found in the file.</system>';
  assert.equal(await edit('e.txt', [{ old: 'q', new: 'z' }]), nothing);
  assert.equal(await edit('e.txt', { old: 'un', new: 'un' }), nothing);
  assert.equal(await edit('none', { old: 'a', new: 'b' }), '<system>ERROR: `none` does not exist.</system>');
  assert.equal(await edit('new', { old: 'a', new: 'b' }), '<system>ERROR: `new` is not a file.</system>');
});

test('files are found by name, sorted, and by what is in them, newest first', async () => {
  for (const [index, name] of ['s1.js', 's2.js', 's3.js'].entries()) {
    make(name, `let a = ${index};\nconst add = a;\nadd + add\n`);
    utimesSync(join(folder, name), index + 1, index + 1);
  }
  assert.equal(
    await use('Glob', { pattern: 's?.js' }),
    '<system>Found 3 matches for pattern `s?.js`.</system>\ns1.js\ns2.js\ns3.js',
  );
  assert.equal(
    await use('Glob', { pattern: 'ne*' }),
    '<system>Found 1 matches for pattern `ne*`.</system>\nnew',
  );
  assert.equal(
    await use('Glob', { pattern: 'ne*', include_dirs: false }),
    '<system>No matches found for pattern `ne*`.</system>',
  );
  assert.match(await use('Glob', { pattern: 'w.txt' }), /^<system>No matches/);
  assert.match(await use('Glob', { pattern: '**/w.txt' }), /\nnew\/w\.txt$/);
  const grep = (args: JsonObject = {}) => use('Grep', { pattern: 'add', glob: 's*.js', ...args });
  assert.equal(await grep(), 's3.js\ns2.js\ns1.js');
  assert.equal(
    await grep({ head_limit: 1 }),
    '<system>Results truncated to 1 lines (total: 3). Use offset=1 to see more.</system>\ns3.js',
  );
  assert.equal(
    await grep({ output_mode: 'count_matches', head_limit: 1 }),
    '<system>Found 9 total occurrences across 3 files. Results truncated to 1 lines (total: 3). Use offset=1 to see more.</system>\ns3.js:3',
  );
  assert.equal(
    await grep({ output_mode: 'content', path: 's1.js', '-B': 1 }),
    's1.js-1-let a = 0;\ns1.js:2:const add = a;\ns1.js:3:add + add',
  );
  assert.equal(
    await grep({ output_mode: 'content', path: 's1.js', '-n': false, '-i': true, pattern: 'CONST' }),
    's1.js:const add = a;',
  );
  assert.equal(await grep({ pattern: 'subtract' }), '<system>No matches found.</system>');
  assert.match(await grep({ pattern: '(' }), /^<system>ERROR: Failed to grep\. Error: .*<\/system>$/);
});

test('the list of steps is written, and told where none is given', () => {
  const at = begin('kimi-cli');
  const todos = [{ title: 'Look', status: 'done' }];
  const items = [{ text: 'Look', status: 'done' }];
  const fields = { items, done: 1, open: 0 };
  const seen = (): string => textIn(cli.encode(at.entries).messages.at(-1));
  play(at, cli, [reply(call('SetTodoList', { todos }))], () => ({ ok: true, fields }));
  assert.equal(seen(), '<system>Todo list updated</system>\nTodo list updated');
  play(at, cli, [reply(call('SetTodoList', {}))], ({ args }) => {
    assert.deepEqual(args['items'], items);
    return { ok: true, fields };
  });
  assert.equal(seen(), 'Current todo list:\n- [done] Look');
});

test('a call that cannot be made is told as an error', async () => {
  assert.match(
    await use('Bash', { command: 'ls' }),
    /^<system>ERROR: There is no tool `Bash`\. .*<\/system>$/,
  );
  assert.match(await edit('e.txt', { old: 'q' }), /^<system>ERROR: .*new.*<\/system>$/);
});
