import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { typed } from '../../src/harness/typed.ts';
import { answering } from '../harness-answers/answering.ts';
import { call } from './play.ts';

const schema = {
  properties: {
    all: { type: 'boolean' },
    edits: { type: 'array', items: { type: 'object', properties: { once: { type: 'boolean' } } } },
    names: { type: 'array', items: { type: 'string' } },
    more: { type: 'object', properties: { deep: { type: 'boolean' } } },
    text: { type: 'string' },
    lines: { type: 'integer' },
  },
};

test('a text that plainly means true, a list or a map is taken for it, in lists and maps too', () => {
  assert.deepEqual(
    typed(schema, {
      all: 'True',
      edits: '[{"once": "false", "other": "true"}]',
      names: '["true"]',
      more: '{"deep": " true "}',
    }),
    { all: true, edits: [{ once: false, other: 'true' }], names: ['true'], more: { deep: true } },
  );
});

test('what is a text, means nothing else or is not known stays as it came', () => {
  const args = {
    text: 'true',
    lines: '7',
    all: 'yes',
    edits: '{"a": 1}',
    names: 'a, b',
    more: '[1]',
    what: '[1]',
  };
  assert.deepEqual(typed(schema, args), args);
  const strange = JSON.parse('{"__proto__": "true", "constructor": "true", "all": null}');
  assert.deepEqual(Object.entries(typed(schema, strange)), Object.entries(strange));
});

test('a model whose server makes texts of everything edits a file, and reads what came of it', async () => {
  const qwen = await answering('qwen-code');
  const pi = await answering('pi');
  const made = async (folder: string, answer: Promise<string>): Promise<[string, string]> => {
    const said = await answer;
    return [readFileSync(join(folder, 'a.txt'), 'utf8'), said];
  };
  writeFileSync(join(pi.folder, 'a.txt'), 'one two\n');
  const edits = '[{"oldText": "one", "newText": "1"}, {"oldText": "two", "newText": "2"}]';
  assert.deepEqual(await made(pi.folder, pi.answer(call('edit', { path: 'a.txt', edits }))), [
    '1 2\n',
    'Successfully replaced 2 block(s) in a.txt.',
  ]);
  const todos = '[{"id": "1", "content": "Look", "status": "pending"}]';
  assert.match(
    await qwen.answer(call('todo_write', { todos })),
    /\[\{"id":"1","content":"Look","status":"pending"\}\]/,
  );
  const claude = await answering('claude-code-bare');
  const path = join(claude.folder, 'a.txt');
  writeFileSync(path, 'one one\n');
  const log = claude.fresh();
  await claude.answer(call('Read', { file_path: path }), log);
  const replace = (all: string, old: string) =>
    call('Edit', { file_path: path, old_string: old, new_string: 'x', replace_all: all }, `w-${old}`);
  assert.match(
    await claude.answer(replace('true', 'one'), log),
    /All occurrences were successfully replaced\./,
  );
  assert.match(await claude.answer(replace('false', 'x x'), log), /has been updated successfully\./);
});
