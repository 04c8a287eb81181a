import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../core/change.ts';
import { OiError } from '../core/errors.ts';

/** Not imported at the top: node:crypto takes 7 ms to load, and a run without context files stores no blob. */
const nameOf = (bytes: Uint8Array): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');

/** One file per blob, named by its bytes and checked when read, so that the folder may come from another job. */
export function openBlobs(folder: string, holdsSecret: (bytes: Uint8Array) => boolean): Blobs {
  return {
    async put(bytes) {
      if (holdsSecret(bytes)) return null;
      const name = nameOf(bytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written beside and renamed: a crash leaves no half blob under a whole one's name.
      await writeFile(join(folder, `${name}.part`), bytes, { mode: 0o600 });
      await rename(join(folder, `${name}.part`), join(folder, name));
      return name;
    },
    async get(name) {
      const bytes = await readFile(join(folder, name)).catch((cause: unknown) => {
        throw missing(name, 'are not there', cause);
      });
      if (nameOf(bytes) !== name) throw missing(name, 'were changed');
      return bytes;
    },
  };
}

const missing = (name: string, what: string, cause?: unknown): OiError =>
  new OiError('blob.missing', `The stored bytes ${name.slice(0, 12)} ${what}.`, 'Run the task again.', cause);
