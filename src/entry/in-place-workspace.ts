import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { FolderEntry } from '../core/outline.ts';
import type { SandboxMode } from '../core/sandbox.ts';
import type { Workspace } from '../core/world.ts';
import { openSandbox } from '../sandbox/index.ts';
import { openInPlace } from '../workspace/in-place.ts';
import { hands } from './parts.ts';
import { reopening } from './reopening.ts';

type SetUp = {
  folder: string;
  state: string;
  blobs: Blobs;
  env: Readonly<Record<string, string | undefined>>;
  mode: SandboxMode;
};

/** The user's own folder as the place of work. Both parts are begun at once; a failure shows where it is awaited. */
export function openInPlaceWorkspace({ folder, state, blobs, env, mode }: SetUp): Workspace {
  const sandbox = reopening(() =>
    openSandbox({
      mode,
      folder,
      place: { kind: 'in-place' },
      temporary: tmpdir(),
      env,
      node: process.execPath,
      hands,
      overlays: [],
      readable: [],
      platform: process.platform,
    }),
  );
  sandbox.open();
  const trees = openInPlace({ folder, state, blobs });
  // Whoever needs them hears of it; nobody else has to.
  trees.catch(() => {});
  return {
    folder,
    laidAnew: false,
    trees,
    notes: Promise.resolve([]),
    sandbox: sandbox.open,
    read: (path, most) => readRegular(join(folder, path), most),
    list: async (path) => (await lookInto(join(folder, path))) ?? [],
    look: (path) => lookInto(join(folder, path)),
    async close(base) {
      const appeared = (await sandbox.close())?.appeared() ?? [];
      if (!base) return null;
      const { left, ...changes } = await (await trees).changes(base);
      return { ...changes, left: [...left, ...appeared.map(lookAt)], patch: null };
    },
    trial() {
      throw new OiError('bug', 'Checks do not run on a folder in place.', 'Please report it.');
    },
  };
}

/** What is not there cannot be protected in place, so that people are told of it. */
const lookAt = (path: string) => ({
  path,
  why: 'is new and decides what runs or is obeyed later; look at it before you do anything else here',
});

/** A link to a folder is none. */
export async function lookInto(folder: string): Promise<FolderEntry[] | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  return (
    entries?.map((entry) => ({
      name: entry.name,
      folder: entry.isDirectory(),
      file: entry.isFile(),
    })) ?? null
  );
}

/** A link, a FIFO or a device is no instruction of anybody's. Of more than `most` bytes only those and one more are read. */
export async function readRegular(path: string, most = Number.POSITIVE_INFINITY): Promise<Uint8Array | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  try {
    const stats = await file?.stat();
    if (!file || !stats?.isFile()) return null;
    if (stats.size <= most) return await file.readFile();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most + 1), 0, most + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file?.close();
  }
}
