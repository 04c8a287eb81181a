import type { CountTokens } from '../../sim/model/tokens.ts';
import type { Gauge } from './compare.ts';
import type { Kind } from './conversation.ts';
import { ratios, type Spread, samePrefix, spread } from './figures.ts';
import { firstTurnOf, type Measured, turnsOf } from './measure.ts';
import type { Run } from './run-once.ts';
import { megabytes, milliseconds, times } from './words.ts';

/** A line of the table. Without a goal it is there for information. */
export type Row = {
  what: string;
  floor: string;
  ours: string;
  figure: string;
  goal: string;
  met: boolean | null;
  /** For `--check`; left out where neither a count nor a ratio to the floor says something of the code. */
  gauge?: Gauge;
};

export function rowsOf(measured: Measured, countTokens: CountTokens): Row[] {
  const { cold, warm, floor } = measured.times;
  return [
    ...againstFloor('first request, wall', { floor, cold, warm }, (run) => run.firstMilliseconds, 2),
    ...againstFloor(
      'first request, CPU',
      { floor, cold, warm },
      (run) => run.firstCpuMilliseconds,
      2.5,
      'used',
    ),
    ...turnRows('file tools (apply_patch)', measured, 'edit', 1.5),
    ...turnRows('command of 40 ms', measured, 'wait', 2),
    ...turnRows('`true`', measured, 'true', 3),
    ...turnRows('`ls`, `cat`, `grep`, `git diff`', measured, 'look', null),
    ...againstFloor('whole task of 20 turns', { floor, cold, warm }, (run) => run.wallMilliseconds, 2),
    ...memoryRows(measured),
    ...requestRows(measured, countTokens),
    ...sizeRows(measured),
  ];
}

type Three = { floor: readonly Run[]; cold: readonly Run[]; warm: readonly Run[] };

function againstFloor(
  what: string,
  { floor, cold, warm }: Three,
  of: (run: Run) => number,
  goal: number | null,
  kind: 'wall' | 'used' = 'wall',
): Row[] {
  const rowOf = (name: string, runs: readonly Run[], held: number | null): Row =>
    timedRow(`${what}${name}`, { ours: runs.map(of), floor: floor.map(of) }, held, kind);
  // For information: the cold runs hold the same code, and the first of the warm ones is not.
  const { gauge: _, ...compiledBefore } = rowOf(', compiled before', warm, null);
  return [rowOf('', cold, goal), compiledBefore];
}

/** `goal`: the largest ratio, or null. */
export function timedRow(
  what: string,
  { ours, floor }: { ours: readonly number[]; floor: readonly number[] },
  goal: number | null,
  kind: 'wall' | 'used' = 'wall',
): Row {
  const ratio = ratios(ours, floor);
  return {
    what,
    floor: milliseconds(spread(floor)),
    ours: milliseconds(spread(ours)),
    figure: times(ratio),
    goal: goal === null ? '' : `≤ ${goal}×`,
    met: goal === null ? null : ratio.median <= goal,
    gauge: { kind, ours, floor },
  };
}

function turnRows(
  what: string,
  { times: { floor, cold } }: Measured,
  kind: Kind,
  goal: number | null,
): Row[] {
  const usual = (run: Run): number => spread(turnsOf(run, kind)).median;
  const [row] = againstFloor(`turn: ${what}`, { floor, cold, warm: cold }, usual, goal);
  const [first] = againstFloor(
    `the first: ${what}`,
    { floor, cold, warm: cold },
    (run) => firstTurnOf(run, kind),
    null,
  );
  if (!row || !first) return [];
  // One turn a run is too little to hold anything by.
  const { gauge: _, ...shown } = first;
  return kind === 'edit' || kind === 'look' ? [row, shown] : [row];
}

function memoryRows({ memory, flood }: Measured): Row[] {
  const peak = (runs: readonly Run[]): Spread => spread(runs.map(({ peakBytes }) => peakBytes));
  const [usual, flooded] = [peak(memory.product), peak(flood.product)];
  const answers = flood.product.map(
    ({ requests: [first, second] }) => (second?.bytes.length ?? 0) - (first?.bytes.length ?? 0),
  );
  return [
    {
      what: 'peak PSS of the tree',
      floor: megabytes(peak(memory.floor)),
      ours: megabytes(usual),
      figure: megabytes(usual),
      goal: '≤ 120 MB, stretch 90',
      met: usual.median <= 120e6,
      gauge: {
        kind: 'used',
        ours: memory.product.map(({ peakBytes }) => peakBytes),
        floor: memory.floor.map(({ peakBytes }) => peakBytes),
      },
    },
    figure(
      '50 MB of output: bytes to the model',
      Math.max(...answers),
      '≤ 20,000',
      (value) => value <= 20_000,
    ),
    {
      what: '50 MB of output: peak PSS',
      floor: '',
      ours: megabytes(flooded),
      figure: `${(flooded.median / usual.median).toFixed(2)}× the usual peak`,
      goal: 'flat: ≤ 1.1×',
      met: flooded.median <= 1.1 * usual.median,
    },
  ];
}

export function figure(what: string, value: number, goal: string, holds: (value: number) => boolean): Row {
  const gauge: Gauge = { kind: 'counted', value };
  return { what, floor: '', ours: value.toLocaleString('en'), figure: '', goal, met: holds(value), gauge };
}

function requestRows(
  { times: { warm, cold }, elsewhere, shellOnly }: Measured,
  countTokens: CountTokens,
): Row[] {
  const all = [...warm, ...cold, elsewhere, shellOnly];
  const firstOf = (run: Run | undefined): Buffer => run?.requests[0]?.bytes ?? Buffer.alloc(0);
  const tokens = (run: Run | undefined): number => countTokens(firstOf(run).toString('utf8'));
  const same = samePrefix(firstOf(warm[0]), firstOf(elsewhere));
  const strangers = all.flatMap(({ requests }) =>
    requests.filter(({ path }) => path !== '/v1/chat/completions'),
  );
  return [
    figure('first request, mini-swe-agent: tokens', tokens(shellOnly), '≤ 1,500', (count) => count <= 1500),
    figure('first request, native: tokens', tokens(warm[0]), '≤ 3,000', (count) => count <= 3000),
    figure('requests beside the conversation', strangers.length, '0', (count) => count === 0),
    figure(
      'connections',
      Math.max(...all.map(({ connections }) => connections)),
      '1',
      (count) => count === 1,
    ),
    figure('requests that do not extend the one before', breaks(all), '0', (count) => count === 0),
    figure(
      'violations of the API',
      all.flatMap(({ violations }) => violations).length,
      '0',
      (count) => count === 0,
    ),
    {
      what: 'first request in another folder: the same',
      floor: '',
      ours: `${Math.floor(same * 1000) / 10} %`,
      figure: '',
      goal: '≥ 97 %',
      met: same >= 0.97,
      gauge: { kind: 'counted', value: 1 - same },
    },
  ];
}

/** Each request's body, without the two brackets at its end, has to be how the next one begins. */
function breaks(runs: readonly Run[]): number {
  return runs
    .flatMap(({ requests }) => requests.slice(1).map((request, at) => [requests[at], request] as const))
    .filter(([before, after]) => {
      const stem = before?.bytes.subarray(0, -2) ?? Buffer.alloc(0);
      return !after.bytes.subarray(0, stem.length).equals(stem);
    }).length;
}

function sizeRows({ sizes: { small, large } }: Measured): Row[] {
  const row = (
    what: string,
    kind: 'wall' | 'used',
    of: (run: Run) => number,
    show: (figures: Spread) => string,
  ): Row => {
    const ratio = ratios(large.map(of), small.map(of));
    return {
      what: `50,000 files against 4: ${what}`,
      floor: `4 files: ${show(spread(small.map(of)))}`,
      ours: show(spread(large.map(of))),
      figure: times(ratio),
      goal: '≤ 1.2×',
      met: ratio.median <= 1.2,
      gauge: { kind, ours: large.map(of), floor: small.map(of) },
    };
  };
  const bytes = (run: Run): number => run.requests.reduce((sum, request) => sum + request.bytes.length, 0);
  return [
    row('bytes of all requests', 'used', bytes, ({ median }) => `${Math.round(median)} B`),
    row('wall to the first request', 'wall', (run) => run.firstMilliseconds, milliseconds),
    row('wall of the whole task', 'wall', (run) => run.wallMilliseconds, milliseconds),
  ];
}
