import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { type BytePath, bytesOf } from '../git/objects.ts';

/** What a path is on disk. `odd` is a socket, FIFO or device; `shut` may not be read. */
export type Standing =
  | { kind: 'file' | 'link' | 'folder'; bytes: number }
  | { kind: 'gone' | 'odd' | 'shut' };

/** Tells what paths under `top` are, following no link: a path through a link is gone. */
export function standings(top: string): (path: BytePath) => Standing {
  const folders = new Map<BytePath, Standing['kind']>([['', 'folder']]);
  const full = (path: BytePath): Buffer => bytesOf(`${Buffer.from(top).toString('latin1')}/${path}`);
  const look = (path: BytePath): Standing => {
    let stats: Stats;
    try {
      stats = lstatSync(full(path));
      if (stats.isFile()) accessSync(full(path), constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'shut' };
    }
    const kind = stats.isFile()
      ? 'file'
      : stats.isSymbolicLink()
        ? 'link'
        : stats.isDirectory()
          ? 'folder'
          : 'odd';
    return kind === 'odd' ? { kind } : { kind, bytes: stats.size };
  };
  const folderKind = (folder: BytePath): Standing['kind'] => {
    const known = folders.get(folder);
    if (known) return known;
    const above = folderKind(parentOf(folder));
    const kind = above === 'folder' ? look(folder).kind : above === 'shut' ? 'shut' : 'gone';
    folders.set(folder, kind);
    return kind;
  };
  return (path) => {
    const above = folderKind(parentOf(path));
    if (above === 'folder') return look(path);
    return { kind: above === 'shut' ? 'shut' : 'gone' };
  };
}

/** The folder that a path is in, empty at the top. */
export const parentOf = (path: BytePath): BytePath => path.slice(0, Math.max(0, path.lastIndexOf('/')));
