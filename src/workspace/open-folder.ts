import { closeSync, constants, lchownSync, lstatSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { type BytePath, bytesOf } from '../git/objects.ts';

/**
 * A folder held open, so that what is done to its entries happens in that folder, whatever becomes of the path that led
 * to it. On systems without /proc it is known by its path, which is as safe as long as nothing runs in the folder.
 */
export type OpenFolder = {
  readonly fd: number;
  /** How the system is told of an entry of this folder. */
  entry(name: BytePath): Buffer;
  /** A folder in it; throws ENOTDIR or ELOOP when the entry is anything else, a link included. */
  folder(name: BytePath): OpenFolder;
  close(): void;
};

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

export function openFolder(path: string | Buffer): OpenFolder {
  const fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const base = process.platform === 'linux' ? Buffer.from(`/proc/self/fd/${fd}`) : Buffer.from(path);
  const entry = (name: BytePath): Buffer => Buffer.concat([base, Buffer.from('/'), bytesOf(name)]);
  return { fd, entry, folder: (name) => openFolder(entry(name)), close: () => closeSync(fd) };
}

/** Does something with the folder that an entry is in, found step by step under `root` without following a link. */
export function inParent<T>(root: string, path: BytePath, act: (parent: OpenFolder, name: BytePath) => T): T {
  const steps = path.split('/');
  const name = steps.pop() ?? '';
  const open = [openFolder(root)];
  try {
    for (const step of steps) open.push((open.at(-1) as OpenFolder).folder(step));
    return act(open.at(-1) as OpenFolder, name);
  } finally {
    for (const folder of open) folder.close();
  }
}

/** Removes a file or link, and the folders above it that hold nothing more. What is no file any more stays. */
export function removeFile(root: string, path: BytePath): void {
  const gone = attempt(() =>
    inParent(root, path, (parent, name) => {
      if (!lstatSync(parent.entry(name)).isDirectory()) unlinkSync(parent.entry(name));
    }),
  );
  const steps = path.split('/').slice(0, -1);
  for (let empty = gone; empty && steps.length > 0; steps.pop()) {
    empty = attempt(() => inParent(root, steps.join('/'), (parent, name) => rmdirSync(parent.entry(name))));
  }
}

/** Gives what root laid, and the folders that root made on the way to it, to the folder's owner. */
export function giveTo(owner: { uid: number; gid: number }, root: string, path: BytePath): void {
  const steps = path.split('/');
  for (let depth = 1; depth <= steps.length; depth++) {
    attempt(() =>
      inParent(root, steps.slice(0, depth).join('/'), (parent, name) => {
        const entry = parent.entry(name);
        if (lstatSync(entry).uid === 0) lchownSync(entry, owner.uid, owner.gid);
      }),
    );
  }
}

const expected = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENOTEMPTY', 'EEXIST']);

/** Whether it could be done; what the disk just happens to be like is no error. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (expected.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
