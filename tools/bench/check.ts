import { readFileSync, writeFileSync } from 'node:fs';
import { type Baseline, type Gauge, regressions, standing, unmeasured } from './compare.ts';
import type { Row } from './rows.ts';

const file = new URL('baseline.json', import.meta.url);

/** What is worse than the baseline, a sentence each. */
export function check(rows: readonly Row[]): string[] {
  const baseline: Baseline = JSON.parse(readFileSync(file, 'utf8'));
  const gauges = gaugesOf(rows);
  const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  return [
    ...regressions(gauges, baseline).map(
      ({ what, was, is, allowed }) =>
        `${what}: ${shown(is)}, and was ${shown(was)}; up to ${shown(allowed)} may be noise`,
    ),
    ...unmeasured(gauges, baseline).map((what) => `${what}: no longer measured`),
  ];
}

export function writeBaseline(rows: readonly Row[]): void {
  const kept = [...gaugesOf(rows)].map(([what, gauge]) => [what, Number(standing(gauge).toPrecision(4))]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

const gaugesOf = (rows: readonly Row[]): Map<string, Gauge> =>
  new Map(rows.flatMap(({ what, gauge }) => (gauge ? [[what, gauge] as const] : [])));
