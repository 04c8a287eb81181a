import { spread } from './figures.ts';

/** Figures of rounds, ours and the floor's of the same round. */
type Rounds = { ours: readonly number[]; floor: readonly number[] };

/**
 * What a row of the table is held against a baseline by. More is worse. `counted`: the same in every run on the same code
 * (tokens, calls). `wall`: time that passed, also while others had the cores. `used`: CPU, memory, bytes.
 */
export type Gauge = { kind: 'counted'; value: number } | ({ kind: 'wall' | 'used' } & Rounds);

/** Of each row by its name: a count, or else the median of the ratios to the floor. */
export type Baseline = Readonly<Record<string, number>>;

export type Regression = { what: string; was: number; is: number; allowed: number };

/** Of what is counted, for a word more or less in a path. */
const countedSlack = 0.02;
/** Of ratios, on the calmest of machines. */
const ratioSlack = 0.1;

/** The rows that are worse than the baseline by more than the noise of this very run explains. New rows are not. */
export function regressions(gauges: ReadonlyMap<string, Gauge>, baseline: Baseline): Regression[] {
  const busy = busyness([...gauges.values()]);
  return [...gauges].flatMap(([what, gauge]) => {
    const was = baseline[what];
    if (was === undefined) return [];
    const [is, allowed] = [standing(gauge), limit(gauge, was, busy)];
    return is > allowed ? [{ what, was, is, allowed }] : [];
  });
}

/** Rows of the baseline that this run did not measure: a figure that is no longer taken cannot get worse. */
export const unmeasured = (gauges: ReadonlyMap<string, Gauge>, baseline: Baseline): string[] =>
  Object.keys(baseline).filter((what) => !gauges.has(what));

/** The number that a baseline keeps of a row. */
export const standing = (gauge: Gauge): number =>
  gauge.kind === 'counted' ? gauge.value : spread(ratiosOf(gauge)).median;

/**
 * Two kinds of noise are allowed for. Rounds differ: the middle half of the ratios is so wide. And a machine that is busy
 * with other things slows us more than the floor, since we use a second core: by `busy` where time is told by the clock,
 * and in every row by as much as its own floor was disturbed.
 */
export function limit(gauge: Gauge, was: number, busy: number): number {
  if (gauge.kind === 'counted') return was * (1 + countedSlack);
  const { lower, upper } = spread(ratiosOf(gauge));
  const slack = Math.max(ratioSlack, disturbance(gauge), gauge.kind === 'wall' ? busy : 0);
  return was * (1 + slack) + (upper - lower);
}

/** How busy the machine was with other things during a run, 0 for not at all: what disturbed the floors of half of the rows. */
export function busyness(gauges: readonly Gauge[]): number {
  const seen = gauges.flatMap((gauge) => (gauge.kind === 'wall' ? [disturbance(gauge)] : []));
  return seen.length === 0 ? 0 : spread(seen).median;
}

/** How far the floor's usual round lies above its best one. */
function disturbance({ floor }: Rounds): number {
  const { least, median } = spread(floor);
  return median / least - 1;
}

const ratiosOf = ({ ours, floor }: Rounds): number[] =>
  ours.map((figure, at) => figure / (floor[at] ?? Number.NaN));
