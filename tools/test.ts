// `npm test [-- GLOB …]`: installs the sandbox's one system package where it may, builds into a temporary folder, and
// runs the tests on that build.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto } from './build.ts';
import { ensureBubblewrap } from './ensure-bubblewrap.ts';

const globs = process.argv.length > 2 ? process.argv.slice(2) : ['__tests__/**/*.test.ts'];
const dist = mkdtempSync(join(tmpdir(), 'oi-test-dist-'));
try {
  ensureBubblewrap();
  await buildInto(dist);
  const reporter = `--test-reporter=${join(import.meta.dirname, 'test-reporter.ts')}`;
  const run = spawnSync(process.execPath, ['--test', '--test-concurrency=2', reporter, ...globs], {
    stdio: 'inherit',
    env: { ...process.env, OI_TEST_DIST: dist },
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(dist, { recursive: true, force: true });
}
