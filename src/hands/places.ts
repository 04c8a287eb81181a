import { fstatSync, openSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Attempt } from '../core/sandbox.ts';

/** Where a path leads that is absolute or relative to the workspace. */
export const absolute = (root: string, path: string): string => resolve(root, path);

/** A path as answers show it: relative where it lies in the workspace. */
export function shown(root: string, place: string): string {
  if (place === root) return '.';
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return place.startsWith(prefix) ? place.slice(prefix.length) : place;
}

/** The kind of a thing that is neither file nor folder, for a sentence. */
export function oddity(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/** Null where there is a folder, or a link to one; throws where there is nothing. */
export function noFolder(place: string, path: string): (Attempt<never> & { ok: false }) | null {
  const stats = statSync(place);
  if (stats.isDirectory()) return null;
  return { ok: false, why: `${path} is ${stats.isFile() ? 'a file' : oddity(stats)}, not a folder.` };
}

/** Opens what may be anything, without ever waiting for its other end. */
export function openCalmly(place: string, flags: number): { descriptor: number; stats: Stats } {
  const descriptor = openSync(place, flags);
  return { descriptor, stats: fstatSync(descriptor) };
}

const meanings: { readonly [code: string]: string } = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of that path is a file, not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'is not permitted: the file or its folder denies it',
  EPERM: 'is not permitted',
  EROFS: 'cannot be changed: it lies on a read-only file system',
  EEXIST: 'exists already',
  ENOTEMPTY: 'is a folder that is not empty',
  ELOOP: 'is a symbolic link that leads to itself',
  ENAMETOOLONG: 'is too long for a path',
  ENOSPC: 'cannot be written: the disk is full',
  EFBIG: 'cannot be written: the system allows no file of that size',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EXDEV: 'cannot be moved: the target lies on another file system',
  EBUSY: 'is busy: something is mounted there',
  ENXIO: 'is a socket or pipe that nobody serves, not a file',
  EAGAIN: 'is not a file that can be read at once',
  ERR_INVALID_ARG_VALUE: 'is no path: it holds a NUL character',
};

/** The code of an error of the operating system, '' where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What went wrong with a path, in plain words. */
export function words(error: unknown, path: string): string {
  const meaning = meanings[codeOf(error)];
  if (meaning !== undefined) return `${path} ${meaning}.`;
  return `${path} could not be used: ${error instanceof Error ? error.message : String(error)}.`;
}
