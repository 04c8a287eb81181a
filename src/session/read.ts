import * as z from 'zod/mini';
import { OiError } from '../core/errors.ts';
import { type Entry, logVersion } from '../core/session.ts';

/** What every entry has; the rest of it is ours, and only we write these files. */
const placed = z.looseObject({
  seq: z.int(),
  at: z.string(),
  sitting: z.int(),
  round: z.int(),
  type: z.string(),
});
const opening = z.looseObject({ type: z.literal('session.opened'), version: z.int() });

/**
 * The entries of a log. A last line without its newline was never kept: the crash came first; `whole` is how many
 * bytes count. Throws `session.newer` for a format that we do not know and `session.damaged` for anything else odd.
 */
export function readLog(name: string, bytes: Buffer): { entries: Entry[]; whole: number } {
  const whole = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
  const entries = lines.map((line, index) => parseEntry(name, line, index));
  const first = entries[0];
  if (first && !opening.safeParse(first).success) throw damaged(name, 1);
  const version = first?.type === 'session.opened' ? first.version : logVersion;
  if (version > logVersion) {
    throw new OiError(
      'session.newer',
      `The session ${name} was written in format ${version}; this version knows formats up to ${logVersion}.`,
      'Go on with a newer version of oi.',
    );
  }
  return { entries, whole };
}

function parseEntry(name: string, line: string, index: number): Entry {
  try {
    const value: unknown = JSON.parse(line);
    if (placed.safeParse(value).success && (value as Entry).seq === index + 1) return value as Entry;
  } catch (cause) {
    throw damaged(name, index + 1, cause);
  }
  throw damaged(name, index + 1);
}

const damaged = (name: string, line: number, cause?: unknown): OiError =>
  new OiError(
    'session.damaged',
    `Line ${line} of the log of session ${name} is not an entry.`,
    'Start a new session; the file is left as it is.',
    cause,
  );
