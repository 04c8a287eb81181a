import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessData } from './data.ts';
import { readHarnessFolder } from './load/folder.ts';
import type { Shelf } from './load/shelf.ts';

/**
 * A harness as plain JSON, from its folder among its sisters: for the build, so that what we ship needs neither YAML nor
 * a schema to start. Throws `harness.invalid`.
 */
export const bakeHarness = (folder: string, id: string): Promise<HarnessData> =>
  readHarnessFolder(id, shelfAt(folder));

/** The harness folders in a folder of this machine that nobody else writes to. */
export const shelfAt = (folder: string): Shelf => ({
  read: async (path) => readIfThere(join(folder, path)),
  shown: (path) => path,
  ids: async () =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
});

/** A FIFO or a device is no file: reading it may never end. */
function readIfThere(path: string): string | null {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
