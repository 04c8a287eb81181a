import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Entry, type Fact, place, standing } from '../../src/core/session.ts';
import { openSession } from '../../src/session/log.ts';
import { liveSecrets } from '../../src/text/secrets.ts';

const now = () => new Date('2026-01-02T03:04:05.000Z');
const told = (text: string): Fact => ({ type: 'model.told', text });

test('a session opens with its version, and entries are numbered without gaps', () => {
  const kept: string[] = [];
  const session = openSession('s', [], { now, hide: (text) => text, keep: (line) => kept.push(line) });
  session.record(told('a'));
  assert.deepEqual(
    kept.map((line) => JSON.parse(line)),
    [
      {
        seq: 1,
        at: '2026-01-02T03:04:05.000Z',
        sitting: 0,
        round: 0,
        type: 'session.opened',
        version: 1,
        id: 's',
      },
      { seq: 2, at: '2026-01-02T03:04:05.000Z', sitting: 0, round: 0, type: 'model.told', text: 'a' },
    ],
  );
});

test('what is recorded is what happens: a live secret is hidden on disk and in memory alike', () => {
  const kept: string[] = [];
  const { hide } = liveSecrets(['sk-live-0123456789']);
  const session = openSession('s', [], { now, hide, keep: (line) => kept.push(line) });
  const entry = session.record(told('key "sk-live-0123456789"\n'));
  assert.equal(entry.type === 'model.told' && entry.text, 'key "***"\n');
  assert.deepEqual(JSON.parse(kept.at(-1) ?? ''), entry);
  assert.ok(!kept.join('').includes('sk-live'));
});

test('the follower is called after each record, when the entry is already there', () => {
  const seen: number[] = [];
  const session = openSession('s', [], { now, hide: (text) => text, keep: () => {} });
  session.follow(() => seen.push(session.log.length));
  session.record(told('a'));
  session.record(told('b'));
  assert.deepEqual(seen, [2, 3]);
});

test('a rewind takes back what came after it, and a later one more of it', () => {
  const log: Entry[] = [];
  const add = (fact: Fact) => log.push({ seq: log.length + 1, at: '', ...place(log, fact), ...fact });
  add({ type: 'round.opened' });
  add(told('a'));
  add(told('b'));
  add({ type: 'session.rewound', to: 2, kept: null });
  add(told('c'));
  add({ type: 'round.opened' });
  add({ type: 'session.rewound', to: 1, kept: null });
  add(told('d'));
  assert.deepEqual(
    standing(log.slice(0, 6)).map(({ seq }) => seq),
    [1, 2, 4, 5, 6],
  );
  assert.deepEqual(
    standing(log).map(({ seq, round }) => [seq, round]),
    [
      [1, 1],
      [7, 1],
      [8, 1],
    ],
  );
});

test('entries that stand are kept up to date one by one, as if read anew', () => {
  const session = openSession('s', [], { now, hide: (text) => text, keep: () => {} });
  session.record(told('a'));
  session.record(told('b'));
  session.record({ type: 'session.rewound', to: 2, kept: null });
  session.record(told('c'));
  assert.deepEqual(session.entries, standing(session.log));
});
