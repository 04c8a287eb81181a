import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder that is gone when the test file has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oi-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that plays a runner's disk: others may pass through, as on one. */
export function runnerDisk(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}
