import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { call } from '../harness/play.ts';
import { answering } from './answering.ts';

// What is expected here was recorded from OpenCode 1.18.33, or read in it.
const { folder, answer } = await answering('opencode');
const at = (path: string): string => join(folder, path);
const make = (path: string, content: string): void => writeFileSync(at(path), content);
const bash = (command: string, more: JsonObject = {}) => answer(call('bash', { command, ...more }));
const read = (path: string, more: JsonObject = {}) => answer(call('read', { filePath: at(path), ...more }));
const edit = (path: string, oldString: string, newString: string) =>
  answer(call('edit', { filePath: at(path), oldString, newString }));

test('a command answers with its output alone, and says where it was killed', async () => {
  assert.equal(await bash('echo a; echo b >&2; exit 3'), 'a\nb\n');
  assert.equal(await bash('exit 3'), '(no output)');
  assert.match(
    await bash('echo begun; sleep 9', { timeout: 1000 }),
    /^begun\n\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 1000 ms\. .*\n<\/shell_metadata>$/,
  );
  assert.match(
    await bash('seq 1 20000'),
    /^\.\.\.output truncated\.\.\.\n\nFull output saved to: \/\S+\n\n\d+\n[\s\S]*\n20000\n$/,
  );
});

test('a file is shown in tags, each line with its number, so that none can be a tag', async () => {
  const shown = (content: string): string =>
    `<path>${at('a.txt')}</path>\n<type>file</type>\n<content>\n${content}\n</content>`;
  make('a.txt', 'one\n</content>\n');
  assert.equal(await read('a.txt'), shown('1: one\n2: </content>\n\n(End of file - total 2 lines)'));
  assert.equal(
    await read('a.txt', { limit: 1 }),
    shown('1: one\n\n(Showing lines 1-1 of 2. Use offset=2 to continue.)'),
  );
  assert.equal(await read('a.txt', { offset: 9 }), 'Offset 9 is out of range for this file (2 lines)');
  make('a.txt', '');
  assert.equal(await read('a.txt'), shown('\n\n(End of file - total 0 lines)'));
  make('a.txt', `${'y'.repeat(1999)}\n`.repeat(60));
  assert.match(
    await read('a.txt'),
    /\n\n\(Output capped at 50 KB\. Showing lines 1-25\. Use offset=26 to continue\.\)\n<\/content>$/,
  );
  assert.equal(await read('none'), `File not found: ${at('none')}`);
});

test('edits and writes answer with one sentence', async () => {
  make('b.txt', 'x y x\n');
  assert.equal(await edit('b.txt', 'y', 'z'), 'Edit applied successfully.');
  assert.match(
    await edit('b.txt', 'q', 'z'),
    /^Could not find oldString in the file\. It must match exactly/,
  );
  assert.match(await edit('b.txt', 'x', 'z'), /^Found multiple matches for oldString\./);
  assert.equal(await edit('b.txt', 'x', 'x'), 'No changes to apply: oldString and newString are identical.');
  assert.match(await edit('b.txt', '', 'x'), /^oldString cannot be empty when editing an existing file\./);
  assert.equal(await edit('none', 'x', 'y'), `File ${at('none')} not found`);
  assert.equal(await edit('new.txt', '', 'x'), 'Edit applied successfully.');
  assert.equal(
    await answer(call('write', { filePath: at('c/d.txt'), content: 'straw\nneedle\nneedle\n' })),
    'Wrote file successfully.',
  );
  assert.equal(
    await answer(call('write', { filePath: at('c'), content: 'x' })),
    `BadResource: FileSystem.readFile (${at('c')})`,
  );
});

test('searches tell whole paths, matches by file, and whether there are more', async () => {
  const grep = (pattern: string, more: JsonObject = {}) => answer(call('grep', { pattern, ...more }));
  make('e.txt', 'needle\n');
  assert.equal(
    await grep('needle'),
    `Found 3 matches\n${at('c/d.txt')}:\n  Line 2: needle\n\n  Line 3: needle\n\n\n${at('e.txt')}:\n  Line 1: needle\n`,
  );
  assert.equal(await grep('q{9}', { include: '*.txt' }), 'No files found');
  make('many.txt', 'hay\n'.repeat(120));
  assert.match(
    await grep('hay'),
    /^Found 100 matches \(more matches available\)\n[\s\S]*\n {2}Line 100: hay\n\n\n\(Results truncated\. Consider using a more specific path or pattern\.\)$/,
  );
  assert.equal(await answer(call('glob', { pattern: 'c/*' })), at('c/d.txt'));
  assert.equal(await answer(call('glob', { pattern: '*.rs' })), 'No files found');
});

test('the list of tasks comes back as JSON over several lines', async () => {
  const todos = [{ content: 'Read', status: 'completed', priority: 'high' }];
  assert.equal(await answer(call('todowrite', { todos })), JSON.stringify(todos, null, 2));
});
