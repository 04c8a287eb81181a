import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { FileMode } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { BytePath } from '../git/objects.ts';
import { inParent, type OpenFolder, openFolder } from './open-folder.ts';

/**
 * A file or link as it stands. `read` answers the file's bytes or the link's target, null when they cannot be had or are
 * more than a forge takes; it works only while the file is being met.
 */
export type Met = { path: BytePath; mode: FileMode; read(): Buffer | null };

export type Visitor = {
  /** Whether to look into a folder, given the names in it. */
  enters(path: BytePath, names: ReadonlySet<BytePath>): boolean;
  meets(met: Met): void;
  /** What is neither file, link nor folder, or cannot be looked at, with the end of a sentence that says so. */
  leaves(path: BytePath, why: string): void;
};

/** GitHub refuses larger files: https://docs.github.com/en/repositories/working-with-files/managing-large-files */
const maxFileBytes = 100_000_000;
const maxEntries = 500_000;
/** Each level holds a folder open; no one nests by hand as deep as this. */
const maxDepth = 200;
/** After this many entries others get their turn. */
const stretch = 1_000;

/**
 * Looks at everything in a folder that nobody else works in any more, in the order of names, without git and without
 * following a link: each folder is held open while what is in it is looked at. Throws `workspace.too-large`.
 */
export async function walk(root: string, visitor: Visitor): Promise<void> {
  let entries = 0;
  await look(openFolder(root), '', 0);

  async function look(folder: OpenFolder, at: BytePath, depth: number): Promise<void> {
    try {
      const names = namesIn(folder);
      if (!visitor.enters(at, new Set(names))) return;
      for (const name of names) {
        if (++entries > maxEntries) throw tooLarge(root);
        if (entries % stretch === 0) await setImmediate();
        await meet(folder, name, at === '' ? name : `${at}/${name}`, depth + 1);
      }
    } finally {
      folder.close();
    }
  }

  async function meet(folder: OpenFolder, name: BytePath, path: BytePath, depth: number): Promise<void> {
    const entry = folder.entry(name);
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) {
      const inner = depth > maxDepth ? null : attempt(() => folder.folder(name));
      if (inner) await look(inner, path, depth);
      else visitor.leaves(path, depth > maxDepth ? 'is nested too deep' : 'cannot be read');
    } else {
      const met = fileOrLink(entry, path, stats);
      if (met) visitor.meets(met);
      else visitor.leaves(path, 'is a socket, FIFO or device');
    }
  }
}

/** What stands at a path under `root`, when it is a file or link. */
export function meetAt(root: string, path: BytePath): { mode: FileMode; content: Buffer | null } | null {
  return attempt(() =>
    inParent(root, path, (parent, name) => {
      const entry = parent.entry(name);
      const met = fileOrLink(entry, path, lstatSync(entry));
      return met && { mode: met.mode, content: met.read() };
    }),
  );
}

function fileOrLink(entry: Buffer, path: BytePath, stats: Stats): Met | null {
  if (stats.isSymbolicLink()) {
    return { path, mode: '120000', read: () => attempt(() => readlinkSync(entry, 'buffer')) };
  }
  if (!stats.isFile()) return null;
  const mode = stats.mode & 0o100 ? '100755' : '100644';
  return { path, mode, read: () => (stats.size > maxFileBytes ? null : readFile(entry, stats)) };
}

function namesIn(folder: OpenFolder): BytePath[] {
  const names = readdirSync(folder.entry('.'), 'buffer').map((name) => name.toString('latin1'));
  return names.sort((one, other) => (one < other ? -1 : 1));
}

/** The very file that was looked at, whole. */
function readFile(entry: Buffer, { ino, dev, size }: Stats): Buffer | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  return attempt(() => {
    const fd = openSync(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const opened = fstatSync(fd);
      if (!opened.isFile() || opened.ino !== ino || opened.dev !== dev) return null;
      const bytes = Buffer.allocUnsafe(size);
      let filled = 0;
      for (let read = -1; read !== 0 && filled < size; filled += read) {
        read = readSync(fd, bytes, filled, size - filled, null);
      }
      return filled === size ? bytes : null;
    } finally {
      closeSync(fd);
    }
  });
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const tooLarge = (root: string): OiError =>
  new OiError(
    'workspace.too-large',
    `There are more than ${maxEntries} files in ${root} that are not ignored.`,
    'Let a .gitignore name the folders that hold data or installed packages, then try again.',
  );
