// `npm run bench`: times, memory and requests of `oi exec` and of the Action, against bare scripts that do the same. Prints a
// table; a missed goal is listed and no failure. How it is measured and what is missed: docs/performance.md.
//   --check           few rounds; fails where a figure is worse than tools/bench/baseline.json beyond the noise of this run
//   --write-baseline  few rounds; makes that file anew
//   --write           puts the table, the date and the machine into docs/performance.md
//   --quick           tries it, with 5,000 files for the 50,000
//   --dist FOLDER     measures what is built there and not the sources
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { realCounter } from '../../sim/model/tokens.ts';
import { needBubblewrap } from '../system-packages.ts';
import { actionRows } from './action-rows.ts';
import { patient } from './calm.ts';
import { check, writeBaseline } from './check.ts';
import { makeRepository } from './folders.ts';
import { measure, type Rounds, type Timed } from './measure.ts';
import { buildPrograms } from './programs.ts';
import { report, writeReport } from './report.ts';
import { rowsOf } from './rows.ts';

const full: Rounds = { times: 20, sizes: 20, memory: 5, action: 20, patience: patient };
const short: Rounds = { times: 7, sizes: 3, memory: 1, action: 7, patience: 0 };
const quick: Rounds = { times: 3, sizes: 3, memory: 1, action: 3, patience: 0 };

const { values: flags } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'write-baseline': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    dist: { type: 'string' },
  },
});
const rounds = flags.quick ? quick : flags.check || flags['write-baseline'] ? short : full;
const home = mkdtempSync(join(tmpdir(), 'oi-bench-'));
try {
  needBubblewrap();
  const load = loadavg()[0] ?? 0;
  const programs = await buildPrograms(home, flags.dist);
  const folders = {
    small: makeRepository(join(home, 'small'), 0),
    elsewhere: makeRepository(join(home, 'a', 'rather', 'longer', 'path'), 0),
    large: makeRepository(join(home, 'large'), flags.quick ? 5_000 : 50_000),
  };
  const measured = await measure(programs, folders, rounds);
  const { times, sizes, action } = measured;
  const timed: readonly Pick<Timed, 'inCalm'>[] = Object.values({ ...times, ...sizes, ...action }).flat();
  const rows = [...rowsOf(measured, await realCounter()), ...actionRows(action)];
  const text = report(rows, { load, runs: timed.length, inCalm: timed.filter((run) => run.inCalm).length });
  console.log(text);
  if (flags.write) writeReport(text);
  if (flags['write-baseline']) writeBaseline(rows);
  if (flags.check) {
    const worse = check(rows);
    console.log(worse.length === 0 ? '\nNothing is worse than the baseline.' : '\nWorse than the baseline:');
    for (const line of worse) console.log(`- ${line}`);
    process.exitCode = worse.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
