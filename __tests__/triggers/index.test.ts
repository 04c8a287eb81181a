import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '../../src/core/task.ts';
import { recognise } from '../../src/triggers/index.ts';

const settings = { trigger: '/oi', label: 'oi' } as Settings;
const ann = { login: 'ann', id: 1, kind: 'user' } as const;

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

const labelled = (label: string, kind: 'issue' | 'pull' = 'issue') =>
  ({
    kind: 'label',
    id: 'label-1-2',
    subject: { kind, number: 1 },
    label,
    at: '2026-01-02T10:00:00Z',
    sender: ann,
  }) as const;

test('our label on an issue is a task without words: what to do is what the issue says', async () => {
  const task = await recognise(labelled('oi'), settings);
  assert.deepEqual([task?.verb, task?.ask, task?.commit, task?.origin.kind], ['fix', '', null, 'label']);
});

test('T11: a label in another case, one that looks like ours, and one on a pull request are none of our business', async () => {
  for (const label of ['OI', 'oi ', 'оi', 'oi:working', 'bug', ''])
    assert.equal(await recognise(labelled(label), settings), null, label);
  assert.equal(await recognise(labelled('oi', 'pull'), settings), null);
});

const workflow = (text: string) =>
  ({ kind: 'workflow', id: 'run-1-nightly', workflow: 'nightly', branch: null, text, sender: null }) as const;

test('a workflow’s own words are the instruction, and a workflow without words has none', async () => {
  const task = await recognise(workflow('  Tidy up.\n/oi fix\n'), settings);
  assert.deepEqual([task?.verb, task?.ask], ['fix', 'Tidy up.\n/oi fix']);
  assert.equal(await recognise(workflow(' \n'), settings), null);
});
