import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { openSession } from '../../src/session/log.ts';
import { rewindPoint } from '../../src/session/rewind.ts';
import { sit } from '../../src/session/sit.ts';
import { tools } from '../../src/tools/index.ts';
import { logOf, opened, plan, settings } from '../support/entries.ts';

const desk = { now: () => new Date(0), hide: (text: string) => text, keep: () => {} };
const sessionOf = (...facts: Fact[]) =>
  openSession('s', logOf({ type: 'session.opened', version: 1, id: 's' }, ...facts), desk);
const closed = (kind: 'answered' | 'failed'): Fact => ({
  type: 'sitting.closed',
  outcome:
    kind === 'answered'
      ? { kind, answer: 'a' }
      : { kind, code: 'model.cut', happened: 'It broke.', advice: 'Again.', published: null },
});
const count = (session: ReturnType<typeof sessionOf>) =>
  session.log.filter(({ type }) => type === 'sitting.opened').length;

test('a new event opens a sitting', () => {
  const session = sessionOf();
  assert.equal(sit(session, plan(), settings).over, null);
  assert.equal(count(session), 1);
});

test('an event whose sitting was cut off goes on in it, with the settings it was opened with', () => {
  const session = sessionOf(opened({ model: 'first/model' }));
  const sitting = sit(session, plan(), settings);
  assert.equal(sitting.settings.model, 'first/model');
  assert.equal(count(session), 1);
  assert.equal(session.log.at(-1)?.type, 'sitting.resumed');
});

test('the wall around a sitting that goes on is the one that was asked for now', () => {
  const session = sessionOf(opened({ sandbox: 'danger-full-access' }));
  assert.equal(sit(session, plan(), settings).settings.sandbox, 'workspace-write');
});

test('an event that was answered is not worked on again', () => {
  const session = sessionOf(opened(), closed('answered'));
  assert.deepEqual(sit(session, plan(), settings).over, { kind: 'answered', answer: 'a' });
  assert.equal(count(session), 1);
});

test('an event that failed is tried again in a new sitting, and so is another event', () => {
  const failed = sessionOf(opened(), closed('failed'));
  assert.equal(sit(failed, plan(), settings).over, null);
  assert.equal(count(failed), 2);
  const other = sessionOf(opened(), closed('answered'));
  assert.equal(sit(other, plan('s/2'), settings).over, null);
  assert.equal(count(other), 2);
});

const called = (tool: string): Fact => ({
  type: 'tool.called',
  call: { id: 'c1_0', tool, args: {}, quote: null },
});
const snapshot: Fact = { type: 'snapshot.taken', tree: 'a'.repeat(40) };

test('only a call that may change the folder, begun since the last snapshot, is rewound', () => {
  assert.equal(rewindPoint(logOf(opened(), snapshot), tools), null);
  assert.equal(rewindPoint(logOf(opened(), snapshot, called('read')), tools), null);
  assert.equal(rewindPoint(logOf(opened(), called('exec'), snapshot), tools), null);
  assert.deepEqual(rewindPoint(logOf(opened(), snapshot, called('exec')), tools), {
    to: 2,
    tree: 'a'.repeat(40),
  });
  assert.deepEqual(rewindPoint(logOf(opened(), snapshot, called('write')), tools), {
    to: 2,
    tree: 'a'.repeat(40),
  });
});
