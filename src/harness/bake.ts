import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessData } from './data.ts';
import { readHarnessFolder } from './load/folder.ts';

/**
 * A harness as plain JSON, from its folder among its sisters: for the build, so that what we ship needs neither YAML nor
 * a schema to start, and for folders of a user's own. Throws `harness.invalid`.
 */
export async function bakeHarness(folder: string, id: string): Promise<HarnessData> {
  return readHarnessFolder(id, (path) => readIfThere(join(folder, path)));
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
