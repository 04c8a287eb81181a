import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../core/session.ts';
import { lock } from './lock.ts';
import { openSession } from './log.ts';
import { readLog } from './read.ts';

/** A session and what has to be done when nobody writes to it any more. */
export type SessionFile = { session: Session; close(): void };

/**
 * A session in `log.jsonl` of a folder of its own. Lines are written ahead of what they tell, in one write each: they
 * survive the death of the process. (Not flushed to the disk one by one: surviving a power cut would cost milliseconds
 * a line, and the workspace itself would not survive it either.) Throws `session.*`.
 */
export function openSessionFile(
  folder: string,
  id: string,
  at: { now(): Date; hide(text: string): string },
): SessionFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lock(folder, id);
  const file = join(folder, 'log.jsonl');
  try {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const { entries, whole } = readLog(id, bytes);
    const to = openSync(file, 'a', 0o600);
    if (whole < bytes.length) ftruncateSync(to, whole);
    const keep = (line: string): void => {
      writeSync(to, `${line}\n`);
    };
    const close = (): void => {
      closeSync(to);
      unlock();
    };
    return { session: openSession(id, entries, { ...at, keep }), close };
  } catch (error) {
    unlock();
    throw error;
  }
}
