// `npm run check`: every check in order, each told with its time; the first failure does not hide the others.
// `npm run check -- --tested` leaves out the tests, where `npm test` has just run them.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({ options: { tested: { type: 'boolean', default: false } } });

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check'],
  ['types', 'tsc', '-p', '.'],
  ['spelling', 'cspell', '--no-progress', '--no-summary', '--dot', '**/*.{ts,md,yml,json}'],
  ...(flags.tested ? [] : [['tests, architecture, docs', process.execPath, 'tools/test.ts'] as const]),
  ['dist', process.execPath, 'tools/build.ts', '--check'],
];

const failed: string[] = [];
for (const [name, command, ...args] of checks) {
  const began = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) failed.push(name);
  console.log(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;
