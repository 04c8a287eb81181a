// `npm test [-- GLOB …]`: installs what of the system is missing, where it may, builds into a temporary folder, and runs
// the tests on that build. `npm test -- --portable` runs those that need neither, on any system.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrTell } from './build.ts';
import { portableTests } from './portable-tests.ts';
import { bubblewrap, chromium, installMissing, needBubblewrap, pytest } from './system-packages.ts';

/** Files at a time. One more than there are cores: a third of its time a test waits for a process, a socket or a clock. */
const files = availableParallelism() + 1;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { portable: { type: 'boolean', default: false } },
});
if (flags.portable) testPortable();
else await testBuild(positionals.length > 0 ? positionals : ['__tests__/**/*.test.ts']);

function testPortable(): void {
  const { tests, left } = portableTests();
  console.log(`Left to Linux, because they start processes: ${left.join(', ') || 'none'}.`);
  process.exitCode = runTests(tests);
}

async function testBuild(globs: readonly string[]): Promise<void> {
  const dist = mkdtempSync(join(tmpdir(), 'oi-test-dist-'));
  try {
    installMissing([bubblewrap, chromium, pytest]);
    needBubblewrap();
    if (await buildOrTell(dist)) process.exitCode = runTests(globs, { OI_TEST_DIST: dist });
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

function runTests(globs: readonly string[], env: Record<string, string> = {}): number {
  const ours = (file: string): string => new URL(file, import.meta.url).href;
  const how = [`--import=${ours('compile-once.ts')}`, `--test-reporter=${ours('test-reporter.ts')}`];
  const compiled = mkdtempSync(join(tmpdir(), 'oi-test-compiled-'));
  try {
    const run = spawnSync(process.execPath, ['--test', `--test-concurrency=${files}`, ...how, ...globs], {
      stdio: 'inherit',
      env: { ...process.env, ...env, OI_TEST_COMPILED: compiled },
    });
    return run.status ?? 1;
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}
