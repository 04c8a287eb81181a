import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { providerOf } from '../../src/model/resolve.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { begin, call, harness, play, ran, reply } from '../harness/play.ts';
import { answering } from './answering.ts';

// Tools as CodeWhale's source at 75dca2cf has them.
const { folder, answer } = await answering('deepseek-tui');

test('tools answer as those of pi do, and a list of what to do with how far it is', async () => {
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  assert.equal(
    await answer(call('bash', { command: 'echo out; exit 3' })),
    'out\n\n\nCommand exited with code 3',
  );
  assert.equal(await answer(call('bash', { command: 'true' })), '(no output)');
  assert.equal(await answer(call('read', { path: 'a.txt' })), 'one\n');
  const edits = [{ oldText: 'one', newText: '1' }];
  assert.equal(
    await answer(call('edit', { path: 'a.txt', edits })),
    'Successfully replaced 1 block(s) in a.txt.',
  );
  const todos = ['completed', 'cancelled', 'in_progress'].map((status) => ({ content: status, status }));
  assert.equal(await answer(call('todo_write', { todos })), 'Todo list updated: 2 of 3 done.');
  assert.equal(await answer(call('todo_write', { todos: [] })), 'Todo list updated: 0 of 0 done.');
});

test('every message with calls has reasoning, what was thought or a word for none', async () => {
  const { quirks = {} } = providerOf('deepseek');
  const at = begin('deepseek-tui');
  const made = await harness('deepseek-tui');
  const calls = [call('bash', { command: 'a' }, 'w-1'), call('bash', { command: 'b' }, 'w-2')] as const;
  play(at, made, [reply({ kind: 'thinking', text: 'Hm.' }, calls[0]), reply(calls[1])], () => ran('out'));
  const body = JSON.parse(
    Buffer.concat(chatRequests('m', quirks).pieces(made.encode(at.entries), true)).toString(),
  );
  const said = body.messages.filter(({ role }: { role: string }) => role === 'assistant');
  assert.deepEqual(
    said.map(({ content, reasoning_content }: { content: string; reasoning_content: string }) => [
      content,
      reasoning_content,
    ]),
    [
      ['', 'Hm.'],
      ['', '(reasoning omitted)'],
    ],
  );
  assert.equal(body.max_tokens, 64_000);
  assert.equal(body.tool_choice, 'auto');
});
