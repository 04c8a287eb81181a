import { OiError } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';
import { type Entry, logVersion } from '../core/session.ts';

/** By what every entry has; the rest of it is ours, and only we write these files. A schema's library would be loaded at every start. */
const isEntry = (value: unknown): value is Entry =>
  isJsonObject(value) &&
  [value['seq'], value['sitting'], value['round']].every(Number.isSafeInteger) &&
  [value['at'], value['type']].every((word) => typeof word === 'string');

/**
 * The entries of a log. A last line without its newline was never kept: the crash came first; `whole` is how many
 * bytes count. Throws `session.newer` for a format that we do not know and `session.damaged` for anything else odd.
 */
export function readLog(name: string, bytes: Buffer): { entries: Entry[]; whole: number } {
  const whole = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
  const entries = lines.map((line, index) => parseEntry(name, line, index));
  const [first] = entries;
  const version = first?.type === 'session.opened' ? first.version : null;
  if (first && !Number.isSafeInteger(version)) throw damaged(name, 1);
  if (version !== null && version > logVersion) {
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
    if (isEntry(value) && value.seq === index + 1) return value;
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
