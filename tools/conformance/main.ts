// `npm run conformance [-- ID …]`: installs agents from the npm registry, each at a pinned version, into a temporary folder, runs
// them without a terminal and without a network against the simulated model, and writes what they ask and what their tools
// answer to __tests__/harnesses/recorded. A test compares our harnesses with that.
//   --compare HARNESS  runs nothing but us, and prints where that harness of ours differs from its recording
//   --only ROWS        plays the rows that begin so; with --to FOLDER, to try something out
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { needBubblewrap } from '../system-packages.ts';
import type { Original } from './agent.ts';
import { install } from './install.ts';
import { recordedFolder } from './known.ts';
import { originals } from './originals/index.ts';
import { recordSealed } from './sealed.ts';
import { showDifferences } from './show-differences.ts';

const { values: flags, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'string' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: recordedFolder },
  },
});
const unknown = ids.filter((id) => !originals.some((original) => original.id === id));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is: ${originals.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
needBubblewrap();
if (flags.compare) await showDifferences(flags.compare);
else for (const original of originals) if (ids.length === 0 || ids.includes(original.id)) write(original);

function write(original: Original): void {
  const folder = mkdtempSync(join(tmpdir(), 'oi-conformance-'));
  try {
    install(original, folder);
    const recording = recordSealed(original.id, folder, flags.only);
    writeFileSync(join(flags.to, `${original.id}.json`), `${JSON.stringify(recording, null, 2)}\n`);
    console.log(`ok   ${original.id} ${original.version}`);
  } catch (error) {
    console.log(`FAIL ${original.id} ${original.version}: ${String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
