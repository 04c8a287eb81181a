import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '../../src/core/task.ts';
import { recognise } from '../../src/triggers/index.ts';

const settings = { trigger: '/oi' } as Settings;

test('what a person types in a terminal is the instruction as it stands, quotes and all', async () => {
  const text = '> fix this\n```\ncode\n```';
  assert.deepEqual(await recognise({ kind: 'prompt', id: 'p1', session: 's1', text }, settings), {
    id: 'p1',
    origin: { kind: 'terminal', session: 's1' },
    verb: 'fix',
    ask: text,
    commit: null,
  });
});

test('a comment without a command is none of our business', async () => {
  const ann = { login: 'ann', id: 1, kind: 'user' } as const;
  const event = {
    kind: 'comment',
    id: 'c',
    subject: { kind: 'issue', number: 1 },
    comment: { id: 1, body: 'nice', at: '2026-01-02T10:00:00Z' },
    author: ann,
    sender: ann,
    ours: false,
  } as const;
  assert.equal(await recognise(event, settings), null);
});
