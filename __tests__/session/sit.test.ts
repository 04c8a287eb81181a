import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../src/core/outcome.ts';
import { type Fact, only } from '../../src/core/session.ts';
import type { Trees } from '../../src/core/trees.ts';
import { tools } from '../../src/entry/tools.ts';
import { openSession } from '../../src/session/log.ts';
import { rewind, rewindPoint } from '../../src/session/rewind.ts';
import { sit } from '../../src/session/sit.ts';
import { logOf, opened, plan, settings } from '../support/entries.ts';

const desk = { now: () => new Date(0), hide: (text: string) => text, keep: () => {} };
const sessionOf = (...facts: Fact[]) =>
  openSession('s', logOf({ type: 'session.opened', version: 1, id: 's' }, ...facts), desk);
const outcomes: Record<'answered' | 'failed' | 'stopped', Outcome> = {
  answered: { kind: 'answered', answer: 'a' },
  failed: { kind: 'failed', code: 'model.cut', happened: 'It broke.', advice: 'Again.', published: null },
  stopped: { kind: 'stopped', because: 'cancelled', why: 'It was.', advice: 'Again.', published: null },
};
const closed = (kind: keyof typeof outcomes): Fact => ({ type: 'sitting.closed', outcome: outcomes[kind] });
const count = (session: ReturnType<typeof sessionOf>) =>
  session.log.filter(({ type }) => type === 'sitting.opened').length;

test('a new event opens a sitting', () => {
  const session = sessionOf();
  assert.equal(sit(session, plan(), settings).over, null);
  assert.equal(count(session), 1);
});

test('an event whose sitting was cut off goes on in it, with the settings it was opened with', () => {
  const session = sessionOf(opened({ protect: ['db/**'] }));
  const sitting = sit(session, plan(), settings);
  assert.deepEqual(sitting.settings.protect, ['db/**']);
  assert.equal(count(session), 1);
  assert.equal(session.log.at(-1)?.type, 'sitting.resumed');
});

test('who works in a sitting that goes on is whom this run asks for', () => {
  const session = sessionOf(opened({ model: 'first/model', harness: 'pi', wire: 'messages' }));
  const { settings: now } = sit(session, plan(), { ...settings, harness: 'native' });
  assert.deepEqual([now.model, now.harness, now.wire], ['sim/model', 'native', undefined]);
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

test('an event that failed or was stopped is tried again in a new sitting, and so is another event', () => {
  for (const kind of ['failed', 'stopped'] as const) {
    const session = sessionOf(opened(), closed(kind));
    assert.equal(sit(session, plan(), settings).over, null);
    assert.equal(count(session), 2, kind);
  }
  const other = sessionOf(opened(), closed('answered'));
  assert.equal(sit(other, plan('s/2'), settings).over, null);
  assert.equal(count(other), 2);
});

test('what is tried again knows nothing of the earlier attempt, whose cost stays its own', () => {
  const session = sessionOf(opened(), { type: 'round.opened' }, closed('failed'));
  sit(session, plan(), settings);
  assert.deepEqual(
    session.entries.map(({ type, sitting }) => [type, sitting]),
    [
      ['session.opened', 0],
      ['session.rewound', 0],
      ['sitting.opened', 2],
    ],
  );
  const later = sessionOf(opened(), closed('failed'), opened({}, 's/2'), closed('answered'));
  sit(later, plan(), settings);
  assert.equal(only(later.entries, 'sitting.opened').length, 3);
});

const called = (tool: string): Fact => ({
  type: 'tool.called',
  call: { id: 'c1_0', tool, args: {}, quote: null },
});
const snapshot: Fact = { type: 'snapshot.taken', tree: 'a'.repeat(40) };

test('only a call that may change the folder, begun since the last snapshot, is rewound', async () => {
  assert.equal(await rewindPoint(logOf(opened(), snapshot), tools), null);
  assert.equal(await rewindPoint(logOf(opened(), snapshot, called('read')), tools), null);
  assert.equal(await rewindPoint(logOf(opened(), called('exec'), snapshot), tools), null);
  assert.deepEqual(await rewindPoint(logOf(opened(), snapshot, called('exec')), tools), {
    to: 2,
    tree: 'a'.repeat(40),
  });
  assert.deepEqual(await rewindPoint(logOf(opened(), snapshot, called('write')), tools), {
    to: 2,
    tree: 'a'.repeat(40),
  });
});

/** Trees that tell what was laid. */
const laying = (): { trees: Promise<Trees>; laid: string[] } => {
  const laid: string[] = [];
  const lay = async (tree: string) => {
    laid.push(tree);
    return 'b'.repeat(40);
  };
  return { laid, trees: Promise.resolve({ lay } as unknown as Trees) };
};

test('a folder that was laid anew gets the last snapshot, though no call began since', async () => {
  for (const laidAnew of [true, false]) {
    const session = sessionOf(opened(), { type: 'round.opened' }, called('exec'), snapshot);
    const { trees, laid } = laying();
    await rewind(session, tools, { trees, laidAnew });
    assert.deepEqual([laid, only(session.log, 'session.rewound')], [laidAnew ? ['a'.repeat(40)] : [], []]);
  }
});

test('in a folder that was laid anew, work without a snapshot begins again', async () => {
  const session = sessionOf(opened(), { type: 'round.opened' }, called('exec'));
  const { trees, laid } = laying();
  await rewind(session, tools, { trees, laidAnew: true });
  assert.deepEqual(
    [laid, session.entries.map(({ type }) => type).slice(-2)],
    [[], ['round.opened', 'session.rewound']],
  );
});
