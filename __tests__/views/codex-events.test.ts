import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { codexEvents } from '../../src/views/codex-events.ts';
import { logOf, opened, replied } from '../support/entries.ts';

const events = (...facts: Fact[]) => codexEvents(logOf(...facts));
const call = (tool: string, args: object): Fact => ({
  type: 'tool.called',
  call: { id: 'c2_0', tool, args: args as never, quote: null },
});
const output = { head: 'hello\n', omitted: 0, tail: '', file: null };

test('a sitting is a thread with a turn', () => {
  const begun = [{ type: 'thread.started', thread_id: 's' }, { type: 'turn.started' }];
  assert.deepEqual(events(opened()), begun);
  assert.deepEqual(events(opened(), replied(), { type: 'sitting.resumed' }), begun);
});

test('a command is started, and completed with its output and exit code', () => {
  const called = call('exec', { command: 'echo hello' });
  assert.deepEqual(events(opened(), called), [
    {
      type: 'item.started',
      item: {
        id: 'c2_0',
        type: 'command_execution',
        command: 'echo hello',
        aggregated_output: '',
        status: 'in_progress',
      },
    },
  ]);
  const returned: Fact = {
    type: 'tool.returned',
    call: 'c2_0',
    result: {
      ok: false,
      why: 'It exited with 3.',
      fields: { code: 3, killed: null, output, milliseconds: 4, handle: null },
    },
  };
  assert.deepEqual(events(opened(), called, returned), [
    {
      type: 'item.completed',
      item: {
        id: 'c2_0',
        type: 'command_execution',
        command: 'echo hello',
        aggregated_output: 'hello\n',
        exit_code: 3,
        status: 'failed',
      },
    },
  ]);
});

test('a patch is a file change with the kind of each', () => {
  const files = [
    { op: 'A', path: 'new.txt' },
    { op: 'M', path: 'old.txt' },
    { op: 'D', path: 'gone.txt' },
  ];
  const returned: Fact = { type: 'tool.returned', call: 'c2_0', result: { ok: true, fields: { files } } };
  const [event] = events(opened(), call('patch', { patch: '…' }), returned);
  assert.deepEqual(event?.['item'], {
    id: 'c2_0',
    type: 'file_change',
    changes: [
      { path: 'new.txt', kind: 'add' },
      { path: 'old.txt', kind: 'update' },
      { path: 'gone.txt', kind: 'delete' },
    ],
    status: 'completed',
  });
});

test('a plan is a list with what is done ticked off', () => {
  const items = [
    { text: 'Look', status: 'done' },
    { text: 'Mend', status: 'in_progress' },
  ];
  const returned: Fact = { type: 'tool.returned', call: 'c2_0', result: { ok: true, fields: {} } };
  const [event] = events(opened(), call('todo', { items }), returned);
  assert.deepEqual(event?.['item'], {
    id: 'c2_0',
    type: 'todo_list',
    items: [
      { text: 'Look', completed: true },
      { text: 'Mend', completed: false },
    ],
  });
});

test('what a model says is an agent message, what it thinks is reasoning', () => {
  const said: Fact = {
    type: 'model.replied',
    reply: {
      items: [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'Hello.' },
        { kind: 'text', text: ' ' },
      ],
      cut: false,
      usage: { input: 1, cached: 0, output: 1, usd: null },
    },
  };
  assert.deepEqual(
    events(opened(), said).map(({ item }) => item),
    [
      { id: 'item_2_0', type: 'reasoning', text: 'Hm.' },
      { id: 'item_2_1', type: 'agent_message', text: 'Hello.' },
    ],
  );
});

test('the end carries what the whole sitting used, or the sentence of what went wrong', () => {
  const closed: Fact = { type: 'sitting.closed', outcome: { kind: 'answered', answer: 'a' } };
  assert.deepEqual(events(opened(), replied(), replied(), closed), [
    { type: 'turn.completed', usage: { input_tokens: 20, cached_input_tokens: 0, output_tokens: 10 } },
  ]);
  const failed: Fact = {
    type: 'sitting.closed',
    outcome: {
      kind: 'failed',
      code: 'model.cut',
      happened: 'It broke off.',
      advice: 'Try again.',
      published: null,
    },
  };
  assert.deepEqual(events(opened(), failed), [
    { type: 'turn.failed', error: { message: 'It broke off. Try again.' } },
  ]);
});
