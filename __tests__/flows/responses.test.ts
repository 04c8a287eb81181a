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
const shell = (cmd: string) => ({ name: 'exec_command', args: { cmd } });
const patch = '*** Begin Patch\n*** Update File: list.txt\n@@\n-one\n+two\n*** End Patch\n';
const turns: Turn[] = [
  { thinking: 'I look first.', text: 'I look.', calls: [shell('cat list.txt'), shell('ls')] },
  { thinking: 'Now I know.', calls: [{ name: 'apply_patch', args: patch, custom: true }] },
  { thinking: 'That is it.', text: 'Count to two\n\nlist.txt says two now.' },
  { text: 'Still two.' },
  { text: 'Over chat, too.' },
];

type Item = { type: string; role?: string };
const kinds = ({ body }: Seen): string[] =>
  (body['input'] as readonly Item[]).map(({ type, role }) => role ?? type);

test('native over responses: raw patches, parallel calls, reasoning that goes back encrypted, one name through all runs; and over chat from there', async () => {
  const model = await startModel({ script: turns });
  after(model.close);
  const at = openStage(product, model);
  write(at.folder, { 'list.txt': 'one\n' });

  const first = await at.run(['--wire', 'responses', 'Count to two.']);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(readFileSync(join(at.folder, 'list.txt'), 'utf8'), 'two\n');
  const [id = ''] = at.sessions();
  const again = await at.run(['--wire', 'responses', '--resume', id, 'What does it say?']);
  assert.equal(again.code, 0, again.stderr);

  assert.deepEqual(model.violations, []);
  assert.deepEqual(new Set(model.requests.map(({ path }) => path)), new Set(['/v1/responses']));
  const asked = model.requests.at(-1) ?? assert.fail();
  const answered = ['function_call_output', 'function_call_output'];
  assert.deepEqual(kinds(asked).slice(kinds(asked).indexOf('reasoning')), [
    ...['reasoning', 'assistant', 'function_call', 'function_call', ...answered],
    ...['reasoning', 'custom_tool_call', 'custom_tool_call_output'],
    ...['reasoning', 'assistant', 'user'],
  ]);
  for (const [index, { bytes }] of model.requests.entries()) {
    const before = model.requests[index - 1]?.bytes ?? Buffer.from(']}');
    assert.deepEqual(bytes.subarray(0, before.length - 2), before.subarray(0, -2));
  }
  const names = new Set(model.requests.map(({ body }) => body['prompt_cache_key']));
  const { nonce } = last(at.log(id).slice(0, 9), 'context.gathered') ?? assert.fail();
  assert.deepEqual(names, new Set([nonce]));
  assert.match(nonce, /^[0-9a-f]{32}$/);

  const overChat = await at.run(['--wire', 'chat', '--resume', id, 'And now?']);
  assert.equal(overChat.code, 0, overChat.stderr);
  assert.deepEqual(model.violations, []);
  const { path, body } = model.requests.at(-1) ?? assert.fail();
  assert.equal(path, '/v1/chat/completions');
  const said = body['messages'] as { tool_calls?: { function: object }[] }[];
  const calls = said.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function));
  assert.deepEqual(calls.at(-1), { name: 'apply_patch', arguments: JSON.stringify({ input: patch }) });
});
