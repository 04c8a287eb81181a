// `npm run bench [-- --quick]`: times, memory and requests of `oi exec` with the sandbox on, against a bare script that has
// the same conversation. Prints a table; a missed goal is listed and no failure. How it is measured and what is missed:
// docs/performance.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { realCounter } from '../../sim/model/tokens.ts';
import { needBubblewrap } from '../system-packages.ts';
import { makeRepository } from './folders.ts';
import { measure } from './measure.ts';
import { buildPrograms } from './programs.ts';
import { type Row, rowsOf } from './rows.ts';

const quick = process.argv.includes('--quick');
const home = mkdtempSync(join(tmpdir(), 'oi-bench-'));
try {
  needBubblewrap();
  const programs = await buildPrograms(home);
  const folders = {
    small: makeRepository(join(home, 'small'), 0),
    elsewhere: makeRepository(join(home, 'a', 'rather', 'longer', 'path'), 0),
    large: makeRepository(join(home, 'large'), quick ? 5_000 : 50_000),
  };
  const load = loadavg()[0]?.toFixed(1);
  const measured = await measure(programs, folders, quick ? 3 : 20);
  const timed = Object.values({ ...measured.times, ...measured.sizes }).flat();
  const inCalm = timed.filter((run) => run.inCalm).length;
  const rows = rowsOf(measured, await realCounter());
  console.log(`${cpus().length} cores, Linux ${release()}, Node ${process.versions.node}`);
  console.log(`${inCalm} of ${timed.length} timed runs began in calm; load before: ${load}\n`);
  console.log(tableOf(rows));
  const missed = rows.filter(({ met }) => met === false);
  console.log(missed.length === 0 ? '\nEvery goal is met.' : '\nMissed:');
  for (const { what, ours, figure, goal } of missed)
    console.log(`- ${what}: ${figure || ours}, goal ${goal}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Markdown, as docs/performance.md shows it. */
function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, floor, ours, figure, goal, met }) =>
    [what, floor, ours, figure, goal, met === null ? '' : met ? 'met' : '**missed**'].join(' | '),
  );
  return ['what | floor | `oi exec` | ratio | goal | ', '--- | --- | --- | --- | --- | ---', ...lines].join(
    '\n',
  );
}
