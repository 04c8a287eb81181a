import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Session } from '../core/session.ts';
import { lock } from './lock.ts';
import { openSession } from './log.ts';
import { readLog } from './read.ts';

/** A session and what has to be done when nobody writes to it any more. */
export type SessionFile = { session: Session; close(): void };

type Desk = { now(): Date; hide(text: string): string };

/**
 * A session in `log.jsonl` of a folder of its own. Lines are written ahead of what they tell, in one write each: they
 * survive the death of the process. (Not flushed to the disk one by one: surviving a power cut would cost milliseconds
 * a line, and the workspace itself would not survive it either.) Throws `session.*`, and so does each `record`.
 */
export function openSessionFile(folder: string, id: string, at: Desk): SessionFile {
  try {
    makeFolder(folder);
    const unlock = lock(folder, id);
    try {
      return openLocked(folder, id, at, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw error instanceof OiError ? error : unwritable(folder, error);
  }
}

/** Not Node's `recursive`, which never ends where a folder that is there takes no new one, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function openLocked(folder: string, id: string, at: Desk, unlock: () => void): SessionFile {
  const file = join(folder, 'log.jsonl');
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const { entries, whole } = readLog(id, bytes);
  const to = openSync(file, 'a', 0o600);
  if (whole < bytes.length) ftruncateSync(to, whole);
  let size = whole;
  const keep = (line: string): void => {
    const bytes = Buffer.from(`${line}\n`);
    size += append(to, bytes, size, folder);
  };
  const close = (): void => {
    closeSync(to);
    unlock();
  };
  return { session: openSession(id, entries, { ...at, keep }), close };
}

/** All of it or, on a full disk, nothing: whatever is written later must not stand behind half a line. */
function append(to: number, bytes: Buffer, size: number, folder: string): number {
  let cause: unknown;
  try {
    if (writeSync(to, bytes) === bytes.length) return bytes.length;
  } catch (error) {
    cause = error;
  }
  ftruncateSync(to, size);
  throw unwritable(folder, cause);
}

function unwritable(folder: string, cause: unknown): OiError {
  const why = cause instanceof Error ? cause.message : 'no space left on device';
  return new OiError(
    'session.unwritable',
    `The session cannot be kept in ${folder} (${why}).`,
    'Make room there, or name another place with XDG_STATE_HOME, and go on.',
    cause,
  );
}
