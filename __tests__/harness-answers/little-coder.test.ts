import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { violationsOf } from '../../sim/model/violations.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply } from '../harness/play.ts';
import { answering } from './answering.ts';

// As little-coder 1.0.3 has it: pi's answers, but for a write and a search.
const { folder, answer } = await answering('little-coder');
const at = (path: string): string => join(folder, path);
const write = (path: string, content: string) => answer(call('write', { path, content }));
const glob = (args: JsonObject) => answer(call('glob', args));

test('a file is made, and one that is there is refused with the call that would change it', async () => {
  assert.equal(await write('lib/new.txt', 'one\n'), 'Successfully wrote 4 bytes to lib/new.txt');
  const refused = await write('lib/new.txt', 'two\n');
  const path = at('lib/new.txt');
  assert.ok(refused.startsWith(`Write refused — ${path} already exists.\n`), refused);
  assert.ok(
    refused.includes(
      `{"name": "edit", "input": {"path": "${path}", "edits": [{"oldText": "<exact text of the file>", "newText": "<what stands there afterwards>"}]}}`,
    ),
  );
  assert.equal(readFileSync(path, 'utf8'), 'one\n');
  const edits = [{ oldText: 'one', newText: 'two' }];
  assert.equal(await answer(call('edit', { path, edits })), `Successfully replaced 1 block(s) in ${path}.`);
});

test('files are found as whole paths in order, 500 at most, with a word for none', async () => {
  mkdirSync(at('src/b'), { recursive: true });
  for (const name of ['src/z.ts', 'src/b/y.ts', 'src/a.ts']) writeFileSync(at(name), '');
  assert.equal(
    await glob({ pattern: '**/*.ts', path: 'src' }),
    `${at('src/a.ts')}\n${at('src/b/y.ts')}\n${at('src/z.ts')}`,
  );
  assert.equal(await glob({ pattern: '*.py' }), 'No files matched');
  mkdirSync(at('many'));
  for (let index = 0; index < 501; index++) writeFileSync(at(`many/${index}.txt`), '');
  assert.equal((await glob({ pattern: 'many/*.txt' })).split('\n').length, 500);
  assert.match(await glob({ pattern: '*', path: 'none' }), /^none does not exist\./);
});

test('commands and files answer as those of pi do', async () => {
  assert.equal(
    await answer(call('bash', { command: 'echo no; exit 3' })),
    'no\n\n\nCommand exited with code 3',
  );
  assert.equal(await answer(call('bash', { command: 'true' })), '(no output)');
  assert.equal(await answer(call('read', { path: 'src/a.ts' })), '');
});

test('a strict provider takes the first request and those after it', async () => {
  const made = await harness('little-coder');
  const log = begin('little-coder');
  const calls = [call('bash', { command: 'ls' }, 'a-1'), call('glob', { pattern: '*' }, 'a-2')];
  for (const replies of [[], [reply(...calls)]]) {
    play(log, made, replies, () => ran('a\n'));
    const pieces = chatRequests('m', {}).pieces(made.encode(log.entries), true);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    assert.deepEqual(violationsOf(body), []);
    assert.equal(body.temperature, 0.3);
    assert.equal('store' in body, false);
  }
});
