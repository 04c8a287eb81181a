import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { violationsOf } from '../../sim/model/violations.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply, text, textIn } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was recorded from @moonshot-ai/kimi-code 2.1.0, or read in its package.
const { folder, answer } = await answering('kimi-code');
const kimi = await harness('kimi-code');
const make = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const use = (name: string, args: JsonObject) => answer(call(name, args));
const timed = async (name: string, args: JsonObject): Promise<string> => {
  const said = await use(name, args);
  assert.match(said, /^Wall time: \d+\.\d{3} seconds\n/);
  return said.slice(said.indexOf('\n') + 1);
};
const bash = (command: string, more: JsonObject = {}) => timed('Bash', { command, ...more });
const failed = '<system>ERROR: Tool execution failed.</system>\n';

test('a first request has the original’s parameters, tools in its order, and each reminder in a message of its own', () => {
  const context = { instructions: [{ path: 'AGENTS.md', text: 'Use tabs.' }] };
  const prompt = kimi.encode(begin('kimi-code', { ask: 'Mend it.', context }).entries);
  const body = JSON.parse(Buffer.concat(chatRequests('kimi-k3', {}).pieces(prompt, true)).toString());
  const { tools, messages, ...parameters } = body;
  assert.deepEqual(parameters, {
    model: 'kimi-k3',
    prompt_cache_key: 'session_f00dfeed',
    thinking: { type: 'enabled', keep: 'all' },
    stream: true,
    stream_options: { include_usage: true },
  });
  const names = tools.map(({ function: { name } }: { function: JsonObject }) => name);
  assert.deepEqual(names, [...names].sort());
  assert.match(
    messages[0].content,
    /\n# Project information\n\n`{7}\n<!-- From: AGENTS\.md -->\nUse tabs\.\n/,
  );
  assert.doesNotMatch(messages[0].content, /2026-01-01/);
  assert.deepEqual(messages[1], { role: 'user', content: 'Mend it.' });
  assert.equal(messages[2].content, "<system-reminder>\nToday's date is 2026-01-01.\n</system-reminder>");
  assert.match(messages[3].content, /^<system-reminder>\n[^<]+\n<\/system-reminder>$/);
  assert.equal(messages.length, 4);
});

test('a strict provider takes the follow-ups, with the ids and the reasoning of what was said', () => {
  const at = begin('kimi-code');
  const thought = { kind: 'thinking', text: 'Hm.' } as const;
  play(
    at,
    kimi,
    [
      reply(thought, text('I look.'), call('Bash', { command: 'ls' }, 'Bash:0'), call('Bash', {}, 'Bash:1')),
      reply(call('TodoList', {}, 'TodoList:2')),
    ],
    () => ran('a\n'),
  );
  const quirks = { thinking: { field: 'reasoning_content', missing: '' } } as const;
  const pieces = chatRequests('kimi-k3', quirks).pieces(kimi.encode(at.entries), true);
  const body = JSON.parse(Buffer.concat(pieces).toString());
  assert.deepEqual(violationsOf(body), []);
  const said = body.messages.filter(({ role }: { role: string }) => role === 'assistant');
  assert.deepEqual(
    said.map((message: JsonObject) => [message['content'], message['reasoning_content']]),
    [
      ['I look.', 'Hm.'],
      ['', ''],
    ],
  );
  assert.equal(said[0].tool_calls[0].id, 'Bash_0');
});

test('a command’s output comes raw, with a sentence for none', async () => {
  assert.equal(await bash('echo out; echo err >&2'), 'out\nerr\n');
  assert.equal(await bash('printf end'), 'end');
  assert.equal(await bash('true'), 'Command executed successfully.');
  assert.equal(await bash('pwd', { cwd: '/' }), '/\n');
});

test('a command that fails is told before and behind its output', async () => {
  assert.equal(await bash('echo broken; exit 3'), `${failed}broken\nCommand failed with exit code: 3.`);
  assert.equal(await bash('printf broken; exit 3'), `${failed}broken\nCommand failed with exit code: 3.`);
  assert.equal(
    await bash('exit 1'),
    `${failed}Process exited with code 1\nCommand failed with exit code: 1.`,
  );
  assert.match(
    await bash('ls', { cwd: 'none' }),
    /^<system>ERROR: Tool execution failed\.<\/system>\n.*none/,
  );
});

test('long output is told by its ends, with the file that has all of it', async () => {
  const said = await bash('seq 1 20000');
  const all = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
  const [, file = ''] = /^output_path: (\/\S+)$/m.exec(said) ?? [];
  assert.equal(readFileSync(file, 'utf8'), all);
  assert.ok(said.startsWith('Tool output exceeded 16384 characters; the full output was saved to a file.\n'));
  assert.ok(said.includes(`\noutput_size_chars: 108894\n`));
  assert.ok(
    said.endsWith(
      `\n\n[preview: chars [0, 4096)]\n${all.slice(0, 4096)}\n\n[elided: chars [4096, 107870)]\n\n` +
        `[preview: chars [107870, 108894)]\n${all.slice(-1024)}\n\nCommand executed successfully.`,
    ),
  );
  assert.match(await bash('seq 1 20000; exit 2'), /\n20000\n\n\nCommand failed with exit code: 2\.$/);
});

test('a command that hits its timeout goes on in the background, where it is waited for, looked at and ended', async () => {
  const moved = await bash('echo begun; sleep 2; echo ended', { timeout: 1 });
  const [, task = ''] = /^task_id: (\S+)\nstatus: running\n/.exec(moved) ?? [];
  assert.ok(task, moved);
  assert.ok(moved.endsWith('\n\nforeground_output:\nbegun\n'), moved);
  assert.match(
    await timed('TaskOutput', { task_id: task }),
    /^retrieval_status: not_ready\ntask_id: .*\nstatus: running\n\n\[output\]\n\[no output available\]$/,
  );
  assert.match(
    await timed('WaitFor', { task_id: task, timeout: 30 }),
    /^retrieval_status: success\ntask_id: .*\nstatus: completed\nexit_code: 0\n\n\[output\]\nended\n$/,
  );
  const begun = await bash('sleep 60', { run_in_background: true, timeout: 9 });
  const [, other = ''] = /^task_id: (\S+)/.exec(begun) ?? [];
  assert.equal(
    await timed('TaskStop', { task_id: other }),
    `task_id: ${other}\nstatus: killed\nreason: Stopped by TaskStop`,
  );
  assert.match(await use('TaskOutput', { task_id: '99' }), /^<system>ERROR: .*<\/system>\n.*"99"/);
});

test('a file comes with numbers and a footer that says what was shown', async () => {
  make('a.txt', 'one\n\ttwo\n');
  const footer = 'Requested range complete. Effective max_chars: 100000.';
  assert.equal(
    await use('Read', { path: 'a.txt' }),
    `1\tone\n2\t\ttwo\n<system>2 lines read from file starting from line 1. Total lines in file: 2. ${footer} End of file reached.</system>`,
  );
  assert.equal(
    await use('Read', { path: 'a.txt', line_offset: 1, n_lines: 1 }),
    `1\tone\n<system>1 line read from file starting from line 1. Total lines in file: 2. ${footer}</system>`,
  );
  assert.match(await use('Read', { path: 'a.txt', line_offset: -1 }), /^2\t\ttwo\n<system>1 line read/);
  const nothing = `<system>Tool output is empty.</system>\n<system>No lines read from file. Total lines in file: `;
  assert.equal(
    await use('Read', { path: 'a.txt', line_offset: 50 }),
    `${nothing}2. ${footer} End of file reached.</system>`,
  );
  make('empty', '');
  assert.equal(await use('Read', { path: 'empty' }), `${nothing}0. ${footer} End of file reached.</system>`);
  assert.equal(await use('Read', { path: 'none' }), `${failed}"none" does not exist.`);
  assert.equal(await use('Read', { path: '.' }), `${failed}"." is not a file.`);
});

test('a read that stops at the limit of characters says how to go on', async () => {
  make('heavy', `${'y'.repeat(2050)}\n`.repeat(60));
  assert.match(
    await use('Read', { path: 'heavy' }),
    /\n<system>48 lines read from file starting from line 1\. Total lines in file: 60\. Character limit reached\. Effective max_chars: 100000\. Next Read: \{"path":"heavy","line_offset":49,"max_chars":100000\}<\/system>$/,
  );
  assert.match(
    await use('Read', { path: 'heavy', n_lines: 50, max_chars: 9000 }),
    /^1\ty{2050}[\s\S]* Character limit reached\. Effective max_chars: 9000\. Next Read: \{"path":"heavy","line_offset":5,"n_lines":46,"max_chars":9000\}<\/system>$/,
  );
});

test('an edit says how often something was replaced, or why nothing was', async () => {
  make('e.txt', 'one\ntwo\none\n');
  const edit = (args: JsonObject) => use('Edit', { path: 'e.txt', ...args });
  assert.equal(await edit({ old_string: 'two', new_string: 'deux' }), 'Replaced 1 occurrence in e.txt');
  assert.equal(
    await edit({ old_string: 'one', new_string: 'un' }),
    `${failed}old_string is not unique in e.txt (found 2 occurrences). To replace every occurrence, set replace_all=true. To replace only one occurrence, include more surrounding context in old_string.`,
  );
  assert.equal(
    await edit({ old_string: 'one', new_string: 'un', replace_all: true }),
    'Replaced 2 occurrences in e.txt',
  );
  assert.equal(
    await edit({ old_string: 'one', new_string: 'un' }),
    `${failed}old_string not found in e.txt, the file contents may be out of date. Please use the Read Tool to reload the content.\n`,
  );
  assert.equal(
    await edit({ old_string: 'un', new_string: 'un' }),
    `${failed}No changes to make: old_string and new_string are exactly the same.`,
  );
  assert.equal(
    await edit({ path: 'none', old_string: 'a', new_string: 'b' }),
    `${failed}read failed: path does not exist`,
  );
});

test('a write says how many bytes it wrote or added', async () => {
  assert.equal(await use('Write', { path: 'new/w.txt', content: 'é\n' }), 'Wrote 3 bytes to new/w.txt');
  const more = { path: 'new/w.txt', content: 'x', mode: 'append' };
  assert.equal(await use('Write', more), 'Appended 1 bytes to new/w.txt');
  assert.equal(readFileSync(join(folder, 'new/w.txt'), 'utf8'), 'é\nx');
  assert.equal(
    await use('Write', { path: 'new', content: 'x' }),
    `${failed}write failed: path is a directory`,
  );
});

test('files are found by name and by what is in them, newest first, in pages', async () => {
  for (const [index, name] of ['s1.js', 's2.js', 's3.js'].entries()) {
    make(name, `let a = ${index};\nconst add = a;\nadd + add\n`);
    utimesSync(join(folder, name), index + 1, index + 1);
  }
  const glob = (args: JsonObject = {}) => timed('Glob', { pattern: 's*.js', ...args });
  assert.equal(await glob(), 's3.js\ns2.js\ns1.js');
  assert.equal(await glob({ head_limit: 0 }), 's3.js\ns2.js\ns1.js');
  assert.equal(
    await glob({ head_limit: 1, offset: 1 }),
    'Showing matches 2–2 of 3.\nContinue with the same search arguments and offset=2.\nTo remove the match-count limit, omit offset and use head_limit=0.\ns2.js',
  );
  assert.equal(await glob({ pattern: '*.rs' }), 'No matches found');
  const grep = (args: JsonObject = {}) => timed('Grep', { pattern: 'add', glob: 's*.js', ...args });
  assert.equal(await grep(), 's3.js\ns2.js\ns1.js');
  assert.equal(
    await grep({ head_limit: 1 }),
    's3.js\nResults truncated to 1 lines (total: 3). Use offset=1 to see more.',
  );
  assert.equal(
    await grep({ output_mode: 'count_matches' }),
    'Found 9 total occurrences across 3 files.\ns3.js:3\ns2.js:3\ns1.js:3',
  );
  assert.equal(
    await grep({ output_mode: 'content', path: 's1.js', '-B': 1, head_limit: 1 }),
    's1.js-1-let a = 0;\ns1.js:2:const add = a;\nResults truncated to 1 lines. Use offset=1 to see more.',
  );
  assert.equal(
    await grep({ output_mode: 'content', path: 's1.js', '-n': false, '-i': true, pattern: 'CONST' }),
    's1.js:const add = a;',
  );
  assert.equal(await grep({ pattern: 'subtract' }), 'No non-sensitive matches found');
  assert.match(await grep({ pattern: '(' }), /^<system>ERROR: .*<\/system>\nThe pattern is no regular/);
});

test('the list of steps is written, read and cleared', () => {
  const at = begin('kimi-code');
  const todos = [
    { title: 'Read', status: 'done' },
    { title: 'Mend', status: 'in_progress' },
  ];
  const said = (args: JsonObject, id: string): string => {
    play(at, kimi, [reply(call('TodoList', args, id))], ({ args: { items } }) => {
      return { ok: true, fields: { items: items ?? [], done: 0, open: 0 } };
    });
    return textIn(kimi.encode(at.entries).messages.at(-1));
  };
  const list = 'Current todo list:\n  [done] Read\n  [in_progress] Mend';
  assert.equal(said({}, 'w-1'), 'Todo list is empty.');
  assert.equal(
    said({ todos }, 'w-2'),
    `Todo list updated.\n${list}\n\nEnsure that you continue to use the todo list to track progress. Mark tasks done immediately after finishing them, and keep exactly one task in_progress when work is underway.`,
  );
  assert.equal(said({}, 'w-3'), list);
  assert.equal(said({ todos: [] }, 'w-4'), 'Todo list cleared.');
});

test('the same call is reminded of at its third, fifth and eighth time, and the twelfth is the last', () => {
  const at = begin('kimi-code');
  const calls = Array.from({ length: 20 }, (_, index) =>
    reply(call('Bash', { command: 'ls' }, `w-${index}`)),
  );
  const end = play(at, kimi, calls, () => ran('a\n'));
  assert.deepEqual(end, { kind: 'stop', why: 'The model made the same call 12 times in a row.' });
  const results = kimi
    .encode(at.entries)
    .messages.filter(({ role }) => role === 'tool')
    .map(textIn);
  assert.equal(results.length, 12);
  const endings = results.map((result) => /<system-reminder>\n.*? (\d+) times in a row/.exec(result)?.[1]);
  assert.deepEqual(endings.slice(0, 4), [undefined, undefined, '3', '4']);
  assert.match(results[4] ?? '', /prove your approach wrong/);
  assert.match(results[7] ?? '', /final message now/);
});
