import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patience, stuck } from '../../src/agent/stuck.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Entry, Fact } from '../../src/core/session.ts';
import { logOf, replied } from '../support/entries.ts';

let calls = 0;
const called = (tool: string, args = {}): Fact[] => {
  const id = `c${++calls}_0`;
  return [
    replied(),
    { type: 'tool.called', call: { id, tool, args, quote: null } },
    { type: 'tool.returned', call: id, result: { ok: true, fields: {} } },
  ];
};
const times = (count: number, make: () => Fact[]): Fact[] => Array.from({ length: count }, make).flat();
const same = () => called('exec', { command: 'ls' });
const snapshot = (tree: string): Fact => ({ type: 'snapshot.taken', tree });
const kindOf = (log: readonly Entry[]) => stuck(log)?.kind ?? null;

test('the same call again and again is told at its counts and then stopped', () => {
  const counts = Array.from({ length: patience.repeats.stop }, (_, at) =>
    kindOf(logOf(...times(at + 1, same))),
  );
  const told = counts.flatMap((kind, at) => (kind === 'tell' ? [at + 1] : []));
  assert.deepEqual([told, counts.at(-1)], [patience.repeats.warn, 'stop']);
  assert.equal(stuck(logOf(...times(12, same)))?.words, 'The model made the same call 12 times in a row.');
});

test('who was told is not told again before the next answer', () => {
  const told: Fact = { type: 'model.told', text: 'You have made the same call 3 times in a row.' };
  assert.equal(kindOf(logOf(...times(3, same), told)), null);
});

test('another call, other arguments and a call that waits break the row', () => {
  assert.equal(kindOf(logOf(...times(11, same), ...called('read', { path: 'a' }), ...same())), null);
  assert.equal(kindOf(logOf(...times(11, same), ...called('exec', { command: 'ls -a' }))), null);
  const waits: [string, JsonObject][] = [
    ['poll', { handle: 1 }],
    ['input', { handle: '1', text: '' }],
    ['terminal', { handle: '1', keys: [{ text: '', seconds: 60 }] }],
    ['terminal', { handle: '1', keys: [] }],
  ];
  for (const [tool, args] of waits) assert.equal(kindOf(logOf(...times(30, () => called(tool, args)))), null);
  const typed = { handle: '1', keys: [{ text: 'ls\n' }, { text: '' }] };
  assert.equal(kindOf(logOf(...times(12, () => called('terminal', typed)))), 'stop');
});

test('several calls of one answer count each, and are told of once', () => {
  const one: Fact[] = [replied(), ...times(4, same).filter(({ type }) => type !== 'model.replied')];
  assert.equal(stuck(logOf(...one))?.words.slice(0, 45), 'You have made the same call 4 times in a row.');
  assert.equal(kindOf(logOf(...times(20, same))), 'stop');
});

test('many answers over which no file changed are told, and again after as many', () => {
  let at = 0;
  const looking = (): Fact[] => [...called('exec', { command: `cat ${at++}` }), snapshot('t1')];
  const log = logOf(snapshot('t1'), ...times(2 * patience.idle, looking));
  const told = log
    .filter(({ type }) => type === 'snapshot.taken')
    .flatMap(({ seq }, count) => (kindOf(log.slice(0, seq)) === 'tell' ? [count] : []));
  assert.deepEqual(told, [patience.idle, 2 * patience.idle]);
});

test('a change in between, or a folder of which nothing newer is known, is no reason to tell', () => {
  let at = 0;
  const looking = (): Fact[] => called('exec', { command: `cat ${at++}` });
  const half = patience.idle / 2 + 1;
  const changed = [
    snapshot('t1'),
    ...times(half, looking),
    snapshot('t2'),
    ...times(half, looking),
    snapshot('t2'),
  ];
  assert.equal(kindOf(logOf(...changed)), null);
  assert.equal(kindOf(logOf(snapshot('t1'), ...times(100, looking))), null);
});
