import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, reply, textIn } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was captured from pi 0.73.1, or read in badlogic/pi-mono at 83378aad.
const { folder, answer } = await answering('pi');
const make = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const bash = (command: string, more: JsonObject = {}) => answer(call('bash', { command, ...more }));
const read = (path: string, more: JsonObject = {}) => answer(call('read', { path, ...more }));
const edit = (args: JsonObject) => answer(call('edit', { path: 'a.txt', ...args }));

test('a first request has the original’s parameters, tools in its order, and content of one part', async () => {
  const context = { instructions: [{ path: 'AGENTS.md', text: 'Use tabs.' }] };
  const prompt = (await harness('pi')).encode(begin('pi', { ask: 'Mend it.', context }).entries);
  const body = JSON.parse(Buffer.concat(chatRequests('m', {}).pieces(prompt, true)).toString());
  const { tools, messages, ...parameters } = body;
  assert.deepEqual(parameters, {
    model: 'm',
    store: false,
    stream: true,
    stream_options: { include_usage: true },
  });
  const names = ['read', 'bash', 'edit', 'write'];
  assert.deepEqual(
    tools.map(({ function: { name, strict } }: { function: JsonObject }) => [name, strict]),
    names.map((name) => [name, false]),
  );
  const [system, user] = messages;
  assert.equal(messages.length, 2);
  assert.equal(typeof system.content, 'string');
  assert.deepEqual(user, { role: 'user', content: [{ type: 'text', text: 'Mend it.' }] });
  for (const name of names) assert.match(system.content, new RegExp(`^- ${name}: `, 'm'));
  assert.match(system.content, /\n# Project Context\n[\s\S]*\n## AGENTS\.md\n\nUse tabs\.\n/);
  assert.match(system.content, /\nCurrent date: 2026-01-01\nCurrent working directory: \/repo$/);
});

test('a command’s output comes raw, with a word for none', async () => {
  assert.equal(await bash('echo out; echo err >&2'), 'out\nerr\n');
  assert.equal(await bash('true'), '(no output)');
});

test('a command that fails says so below its output', async () => {
  assert.equal(await bash('printf broken; exit 3'), 'broken\n\nCommand exited with code 3');
  assert.equal(await bash('exit 1'), '(no output)\n\nCommand exited with code 1');
});

test('a command that is killed says after how many seconds', async () => {
  assert.equal(
    await bash('printf begun; sleep 9', { timeout: 1 }),
    'begun\n\nCommand timed out after 1 seconds',
  );
});

test('of long output the last lines are shown, with their numbers and where all of it is', async () => {
  const said = await bash('seq 1 20000');
  const [, first = '', last, file = ''] =
    /^(\d+)\n[\s\S]*\n20000\n\n\n\[Showing lines \1-(\d+) of 20001\. Full output: (\/\S+)\]$/.exec(said) ??
    [];
  assert.equal(last, '20001', said.slice(-200));
  assert.ok(said.startsWith(`${first}\n${Number(first) + 1}\n`));
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 20_001);
  const many = await bash('yes | head -n 3000; exit 1');
  assert.match(
    many,
    /^(?:y\n){1999}\n\n\[Showing lines 1002-3001 of 3001\.\]\n\nCommand exited with code 1$/,
  );
});

test('a file comes raw, to its last newline', async () => {
  make('a.txt', 'one\n\ttwo\n');
  assert.equal(await read('a.txt'), 'one\n\ttwo\n');
  make('a.txt', 'one');
  assert.equal(await read('a.txt'), 'one');
  make('a.txt', '');
  assert.equal(await read('a.txt'), '');
});

test('a long file is cut at 2000 lines or 50 KB and says how to go on', async () => {
  make('long', Array.from({ length: 5000 }, (_, index) => `${index + 1}\n`).join(''));
  assert.match(
    await read('long'),
    /\n2000\n\n\[Showing lines 1-2000 of 5001\. Use offset=2001 to continue\.\]$/,
  );
  assert.equal(
    await read('long', { offset: 10, limit: 2 }),
    '10\n11\n\n[4990 more lines in file. Use offset=12 to continue.]',
  );
  assert.match(
    await read('long', { limit: 3000 }),
    /\n2000\n\n\[Showing lines 1-2000 of 5001\. Use offset=2001 to continue\.\]$/,
  );
  assert.equal(await read('long', { offset: 5000, limit: 2 }), '5000\n');
  assert.equal(
    await read('long', { offset: 5000, limit: 1 }),
    '5000\n\n[1 more lines in file. Use offset=5001 to continue.]',
  );
  assert.equal(await read('long', { offset: 5001 }), '');
  make('heavy', `${'x'.repeat(1023)}\n`.repeat(60));
  assert.match(
    await read('heavy', { limit: 55 }),
    /x\n\n\[Showing lines 1-50 of 61 \(50\.0KB limit\)\. Use offset=51 to continue\.\]$/,
  );
});

test('a line over 50 KB is not shown: a command shows it', async () => {
  make('wide', `short\n${'x'.repeat(60_000)}\n`);
  assert.equal(
    await read('wide'),
    'short\n\n[Showing lines 1-1 of 3 (50.0KB limit). Use offset=2 to continue.]',
  );
  const hint = await read('wide', { offset: 2 });
  assert.match(hint, /^\[Line 2 .* sed -n '2p' wide \| head -c 51200\]$/);
  assert.equal((await bash("sed -n '2p' wide | head -c 5")).trim(), 'xxxxx');
});

test('a file that is missing, or a folder, is told as Node tells it; an offset behind the end is an error', async () => {
  assert.equal(
    await read('none.txt'),
    `ENOENT: no such file or directory, access '${join(folder, 'none.txt')}'`,
  );
  assert.equal(await read('.'), 'EISDIR: illegal operation on a directory, read');
  make('a.txt', 'one\n');
  assert.equal(await read('a.txt', { offset: 9 }), 'Offset 9 is beyond end of file (2 lines total)');
  assert.equal(await read('a.txt', { offset: -1 }), await read('a.txt'));
});

test('disjoint edits are made at once, against the file as it was', async () => {
  make('a.txt', 'one two three\n');
  const edits = [
    { oldText: 'one', newText: 'two' },
    { oldText: 'two', newText: 'one' },
  ];
  assert.equal(await edit({ edits }), 'Successfully replaced 2 block(s) in a.txt.');
  assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'two one three\n');
});

test('an edit that does not fit says which and why, and nothing is changed', async () => {
  make('a.txt', 'x y x\n');
  const pair = (oldText: string, newText = 'z') => ({ oldText, newText });
  const exactly = 'must match exactly including all whitespace and newlines.';
  const one = `Could not find the exact text in a.txt. The old text ${exactly}`;
  assert.equal(await edit({ edits: [pair('q')] }), one);
  assert.equal(await edit(pair('q')), one);
  assert.equal(
    await edit({ edits: [pair('q'), pair('y')] }),
    `Could not find edits[0] in a.txt. The oldText ${exactly}`,
  );
  assert.equal(
    await edit({ edits: [pair('x')] }),
    'Found 2 occurrences of the text in a.txt. The text must be unique. Please provide more context to make it unique.',
  );
  assert.equal(
    await edit({ edits: [pair('y'), pair('x')] }),
    'Found 2 occurrences of edits[1] in a.txt. Each oldText must be unique. Please provide more context to make it unique.',
  );
  assert.equal(await edit({ edits: [pair('')] }), 'oldText must not be empty in a.txt.');
  assert.equal(await edit({ edits: [pair('y'), pair('')] }), 'edits[1].oldText must not be empty in a.txt.');
  assert.equal(
    await edit({ edits: [pair('x y'), pair('y x')] }),
    'edits[0] and edits[1] overlap in a.txt. Merge them into one edit or target disjoint regions.',
  );
  assert.equal(
    await edit({ edits: [pair('y', 'y')] }),
    'No changes made to a.txt. The replacement produced identical content. This might indicate an issue with special characters or the text not existing as expected.',
  );
  assert.equal(
    await edit({ edits: [pair('x y', 'x y'), pair(' x', ' x')] }),
    'No changes made to a.txt. The replacements produced identical content.',
  );
  assert.equal(
    await edit({ path: 'none.txt', edits: [pair('x')] }),
    'Could not edit file: none.txt. Error code: ENOENT.',
  );
  assert.equal(
    await edit({ path: '.', edits: [pair('x')] }),
    'EISDIR: illegal operation on a directory, read',
  );
  assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'x y x\n');
});

test('an edit forgives typographic signs and blanks, keeps line ends, and may come in the old form', async () => {
  make('a.txt', '\uFEFFsay “hi”  \r\nbye\r\n');
  const said = await edit({ oldText: 'say "hi"\nbye', newText: 'a\nb' });
  assert.equal(said, 'Successfully replaced 1 block(s) in a.txt.');
  assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), '\uFEFFa\r\nb\r\n');
});

test('a file that was written is told with its bytes', async () => {
  assert.equal(
    await answer(call('write', { path: 'new/b.txt', content: 'é\n' })),
    'Successfully wrote 3 bytes to new/b.txt',
  );
  assert.equal(
    await answer(call('write', { path: 'new', content: 'a\n' })),
    `EISDIR: illegal operation on a directory, open '${join(folder, 'new')}'`,
  );
});

test('a tool that there is not is answered, and does not end the work', async () => {
  const at = begin('pi');
  const pi = await harness('pi');
  assert.deepEqual(play(at, pi, [reply(call('grep', { pattern: 'x' }))]), { kind: 'ask' });
  assert.match(textIn(pi.encode(at.entries).messages.at(-1)), /no tool `grep`.*read, bash, edit, write/);
});
