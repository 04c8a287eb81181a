import {
  closeSync,
  constants,
  fchmodSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Attempt, Files } from '../core/sandbox.ts';
import { absolute, codeOf, oddity, openCalmly } from './places.ts';

/** Whole or not at all. A link stays a link: what it leads to is written, as an editor does. */
export function write(
  root: string,
  path: string,
  content: Uint8Array,
  how: Parameters<Files['write']>[2] = 'replace',
): Attempt<{ existed: boolean; bytes: number }> {
  const asked = absolute(root, path);
  if (how === 'create' && lstatSync(asked, { throwIfNoEntry: false }) !== undefined) {
    return { ok: false, why: `${path} exists already.`, fault: 'exists' };
  }
  const place = throughLinks(asked);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { ok: false, why: `${path} is a folder, not a file.`, fault: 'folder' };
  if (stats !== undefined && !stats.isFile())
    return { ok: false, why: `${path} is ${oddity(stats)}, not a file.` };
  const before = stats !== undefined && how === 'append' ? stats.size : 0;
  if (stats !== undefined && how === 'append') append(place, content);
  else replace(place, content, stats);
  return { ok: true, value: { existed: stats !== undefined, bytes: before + content.length } };
}

/** Where writing to a path ends up, also when a link leads to what is not there yet. Its folder exists afterwards. */
function throughLinks(asked: string): string {
  let place = asked;
  for (let links = 0; links < 40; links++) {
    makeFolder(dirname(place));
    place = join(realpathSync(dirname(place)), basename(place));
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
    place = resolve(dirname(place), readlinkSync(place));
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

function makeFolder(place: string): void {
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw Object.assign(new Error('a file is in the way'), { code: 'ENOTDIR' });
    throw error;
  }
}

/** A file beside it that takes its place: who reads meanwhile sees the old bytes or the new ones, never a part. */
function replace(place: string, content: Uint8Array, stats: Stats | undefined): void {
  const { descriptor, name } = openBeside(place);
  try {
    try {
      writeAll(descriptor, content);
      if (stats !== undefined) fchmodSync(descriptor, stats.mode & 0o7777);
    } finally {
      closeSync(descriptor);
    }
    renameSync(name, place);
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  }
}

/** A new file in the same folder. One that a killed process left behind has its name taken. */
function openBeside(place: string): { descriptor: number; name: string } {
  for (let number = 0; ; number++) {
    const name = join(dirname(place), `.oi-${process.pid}-${number}.tmp`);
    try {
      return { descriptor: openSync(name, 'wx', 0o666), name };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST' && number < 1000))
        throw error;
    }
  }
}

function append(place: string, content: Uint8Array): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK;
  const { descriptor, stats } = openCalmly(place, flags);
  try {
    writeAll(descriptor, content);
  } catch (error) {
    ftruncateSync(descriptor, stats.size);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, content: Uint8Array): void {
  for (let done = 0; done < content.length; ) done += writeSync(descriptor, content, done);
}
