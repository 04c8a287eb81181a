import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Circumstances } from '../../src/core/forge.ts';
import type { Asked } from '../../src/core/gate.ts';
import { concern } from '../../src/entry/concern.ts';
import { admit, gates } from '../../src/gates/index.ts';
import { headline } from '../../src/publish/words.ts';
import { parseCommand } from '../../src/triggers/command.ts';
import {
  about,
  ann,
  answered,
  asked,
  bot,
  clock,
  commit,
  forge,
  labelled,
  mallory,
  pull,
  settings,
} from '../gates/around.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/triggers.md'), 'utf8');

/** What the page's table of refusals says, one answer a row. */
const told = [...page.matchAll(/^\| .* \| ([A-Z].*\.) \|$/gm)].map(([, answer = '']) => answer);

const refusing = new Set<string>();
async function answer(task: Asked, at: Circumstances, permission: 'write' | 'read' = 'write') {
  const allow = { models: ['small/model'], harnesses: [] };
  const refusal = await admit(task, { ...settings, allow }, { clock, forge: forge(at, permission) });
  assert.ok('gate' in refusal, 'it is refused');
  refusing.add(refusal.gate);
  return `${refusal.why} ${refusal.advice}`.replace(/\b[0-9a-f]{40}\b/g, 'COMMIT');
}

/** As the trigger reads what somebody wrote. */
async function written(body: string): Promise<Asked> {
  const task = await parseCommand(body, '/oi', 'issue');
  assert.ok(task, body);
  return asked('issue', task);
}

const yesterday = asked('issue', {}, '2026-01-01T10:00:00Z');
const { subject } = about();
const later = { ...subject, editedAt: '2026-01-02T10:00:01Z' };
const label = (...labels: string[]) => about('issue', { comment: null, subject: { ...subject, labels } });
const on = (kind: 'issue' | 'pull', state: 'closed' | 'merged') =>
  about(kind, { subject: { ...about(kind).subject, state } });
const after = (merged: boolean) =>
  about('issue', {
    ours: {
      name: 'oi/issue-12',
      head: commit('c'),
      begun: null,
      pull: null,
      closed: { number: 5, url: '', merged },
    },
  });
const behind = about('pull', {
  ours: { name: 'oi/pull-12', head: commit('c'), begun: null, pull: { number: 5, url: '' }, closed: null },
  pull: { ...pull(), unseen: 2 },
});
const edited = { body: '/oi fix that', editedAt: null, author: ann };

test('every refusal that docs/triggers.md tells is one that the gates say, and every gate has one', async () => {
  const said = [
    await answer(asked(), about(), 'read'),
    await answer(asked('issue', { author: bot, sender: bot }), about()),
    await answer(asked('issue', { author: mallory }), about()),
    await answer(asked('issue', { author: null }), about()),
    await answer(yesterday, about()),
    await answer(asked(), answered(10, '2026-01-02T10:04:00Z')),
    await answer(await written('/oi fxi it'), about()),
    await answer(await written('/oi: fix it'), about()),
    await answer(await written('/oi fix --modle x it'), about()),
    await answer(await written('/oi fix it --model x'), about()),
    await answer(await written('/oi fix --model big/model it'), about()),
    await answer(await written('/oi fix --harness pi it'), about()),
    await answer(asked(), about('issue', { comment: null })),
    await answer(asked(), about('issue', { comment: edited })),
    await answer(asked(), about('issue', { subject: later })),
    await answer(labelled(), label()),
    await answer(labelled(), label('oi', 'oi:working')),
    await answer(asked(), on('issue', 'closed')),
    await answer(asked('pull'), on('pull', 'closed')),
    await answer(asked('pull'), on('pull', 'merged')),
    await answer(asked('pull'), about('pull', { pull: pull({ exists: false }) })),
    await answer(asked('pull'), about('pull', { pull: pull({}, true) })),
    await answer(asked('pull', { commit: commit('b') }), about('pull')),
    await answer(asked(), after(false)),
    await answer(asked(), after(true)),
    await answer(asked('pull'), behind),
  ];
  assert.deepEqual(told, said);
  for (const { name } of gates)
    assert.ok(refusing.has(name), `the page has no row for the gate ${name}, or this test has not`);
});

test('the events that docs/triggers.md names start something, and those it says start nothing do not', () => {
  const names = { trigger: '/oi', label: 'oi' };
  const kind = (name: string, payload: unknown = {}) => concern(name, names, () => payload).kind;
  const comment = { action: 'created', comment: { body: '/oi the rounding is wrong' } };
  assert.equal(kind('issue_comment', comment), 'for-us');
  assert.equal(kind('issue_comment', { ...comment, action: 'edited' }), 'ignored');
  assert.equal(kind('issues', { action: 'labeled', label: { name: 'oi' } }), 'for-us');
  for (const name of ['schedule', 'workflow_dispatch']) assert.equal(kind(name), 'for-us');
  assert.equal(kind('push'), 'ignored');
  assert.equal(kind('pull_request_target'), 'refused');
});

test('the ends that docs/triggers.md shows are in the words of the product', () => {
  const done = (operation: 'created' | 'none', number: number): string =>
    headline({
      kind: 'changed',
      answer: '',
      published: {
        branch: 'oi/issue-6',
        commit: commit('a'),
        operation,
        pull: { number, url: 'https://x.test' },
      },
    }).replace(/\[(#\d+)\]\(.*?\)/, '$1');
  const shown = [...page.matchAll(/^Done: .*$/gm)].map(([line]) => line);
  assert.deepEqual(shown, [done('created', 7), done('created', 12), done('none', 7)]);
});
