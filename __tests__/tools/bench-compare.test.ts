import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyness, type Gauge, limit, regressions, standing, unmeasured } from '../../tools/bench/compare.ts';

/** A floor of 100 ms in all rounds, unless said otherwise. */
const used = (ours: number[], floor = ours.map(() => 100)): Gauge => ({ kind: 'used', ours, floor });
const counted = (value: number): Gauge => ({ kind: 'counted', value });
const names = (gauge: Gauge, was: number): string[] =>
  regressions(new Map([['row', gauge]]), { row: was }).map(({ what }) => what);

test('the same figures as in the baseline are no regression, and better ones are none', () => {
  assert.deepEqual(names(used([150, 150, 150]), 1.5), []);
  assert.deepEqual(names(used([110, 110, 110]), 1.5), []);
  assert.deepEqual(names(counted(1169), 1169), []);
  assert.deepEqual(names(counted(900), 1169), []);
});

test('on a calm machine a time may be a tenth worse, and no more', () => {
  assert.deepEqual(names(used([164, 164, 164]), 1.5), []);
  assert.deepEqual(names(used([166, 166, 166]), 1.5), ['row']);
});

test('rounds that differ among themselves widen what is allowed by their middle half', () => {
  const gauge = used([160, 170, 180, 190, 200]);
  assert.equal(standing(gauge), 1.8);
  assert.ok(Math.abs(limit(gauge, 1.5, 0) - (1.65 + 0.2)) < 1e-9);
  assert.deepEqual(names(gauge, 1.5), []);
  assert.deepEqual(names(gauge, 1.4), ['row']);
});

test('one round that went wrong neither makes a regression nor hides one', () => {
  assert.deepEqual(names(used([150, 150, 150, 150, 900]), 1.5), []);
  assert.deepEqual(names(used([200, 200, 200, 200, 900]), 1.5), ['row']);
});

test('a machine on which the floor was slower than at its best explains as much of ours', () => {
  const busy = [100, 140, 140, 140, 140];
  const ours = busy.map((floor) => floor * 2);
  assert.deepEqual(names(used(ours, busy), 1.5), []);
  assert.deepEqual(names(used(ours), 1.5), ['row']);
  assert.deepEqual(names(used(ours, busy), 1.3), ['row']);
});

test('where the floors of most rows were disturbed, what is told by the clock may be as much worse, and CPU may not', () => {
  const wall = (ours: number, floor: number[]): Gauge => ({
    kind: 'wall',
    ours: floor.map(() => ours),
    floor,
  });
  const [calm, busy] = [
    [100, 100, 100],
    [100, 150, 150],
  ];
  const others: [string, Gauge][] = [1, 2].map((row) => [`${row}`, wall(100, busy)]);
  assert.equal(busyness([wall(1, calm), ...others.map(([, gauge]) => gauge)]), 0.5);
  const found = (gauge: Gauge) => regressions(new Map([...others, ['row', gauge]]), { row: 1 });
  assert.deepEqual(found(wall(140, calm)), []);
  assert.equal(found(wall(160, calm)).length, 1);
  assert.equal(found(used([140, 140, 140])).length, 1);
});

test('a count may grow by two in a hundred: 300 tokens more in a first request of 1,169 are a regression', () => {
  assert.deepEqual(names(counted(1190), 1169), []);
  assert.deepEqual(names(counted(1469), 1169), ['row']);
  assert.deepEqual(names(counted(1), 0), ['row']);
});

test('a row that is new is no regression, and one that is no longer measured is told', () => {
  const gauges = new Map([['new', counted(5)]]);
  assert.deepEqual(regressions(gauges, { old: 1 }), []);
  assert.deepEqual(unmeasured(gauges, { old: 1 }), ['old']);
});
