import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Seen, startModel, type Turn } from '../../sim/model/index.ts';
import { last } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { openStage } from '../support/oi.ts';
import { write } from '../support/repository.ts';

const product = await dist();

type Block = { type: string; text?: string; is_error?: boolean };
const blocks = ({ body }: Seen): Block[] =>
  (body['messages'] as readonly { content: Block[] }[]).flatMap(({ content }) => content);

test('over messages claude-code is chosen: signed thoughts and failures go back, the cache grows, and a resume keeps the wire', async () => {
  const path = (folder: string) => join(folder, 'list.txt');
  const turns = (folder: string): Turn[] => [
    {
      thinking: 'I look first.',
      text: 'I look.',
      calls: [
        { name: 'Read', args: { file_path: path(folder) } },
        { name: 'Bash', args: { command: 'cat no-such-file' } },
      ],
    },
    {
      thinking: 'Now I know.',
      calls: [{ name: 'Edit', args: { file_path: path(folder), old_string: 'one', new_string: 'two' } }],
    },
    { thinking: 'That is it.', text: 'Count to two\n\nlist.txt says two now.' },
    { text: 'Still two.' },
  ];
  const script: Turn[] = [];
  const model = await startModel({ script });
  after(model.close);
  const at = openStage(product, model);
  script.push(...turns(at.folder));
  write(at.folder, { 'list.txt': 'one\n' });

  const first = await at.run(['--wire', 'messages', 'Count to two.']);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /harness claude-code over messages/);
  assert.equal(readFileSync(path(at.folder), 'utf8'), 'two\n');
  const [id = ''] = at.sessions();
  const again = await at.run(['--resume', id, 'What does it say?']);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(last(at.log(id), 'harness.chosen')?.wire, 'messages');

  assert.deepEqual(model.violations, []);
  assert.deepEqual(new Set(model.requests.map(({ path: to }) => to)), new Set(['/v1/messages']));
  const { body } = model.requests[0] ?? assert.fail();
  assert.deepEqual(body['thinking'], { type: 'adaptive' });
  assert.equal(body['max_tokens'], 64_000);
  const kinds = blocks(model.requests.at(-1) ?? assert.fail()).map(({ type, is_error }) =>
    is_error ? `${type}, failed` : type,
  );
  assert.deepEqual(kinds, [
    ...['text', 'thinking', 'text', 'tool_use', 'tool_use', 'tool_result', 'tool_result, failed'],
    ...['thinking', 'tool_use', 'tool_result', 'thinking', 'text', 'text'],
  ]);
  const mark = ',"cache_control":{"type":"ephemeral"}';
  for (const [index, { bytes }] of model.requests.entries()) {
    const before = model.requests[index - 1]?.bytes.toString() ?? mark;
    assert.ok(bytes.toString().startsWith(before.slice(0, before.lastIndexOf(mark))));
  }
});
