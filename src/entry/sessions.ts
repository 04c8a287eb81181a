import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { OiError } from '../core/errors.ts';
import { type Entry, last, only } from '../core/session.ts';
import { type Asked, type Event, type Settings, withAsked } from '../core/task.ts';
import { readLog } from '../session/read.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a session's log, bytes and snapshots lie: under `$XDG_STATE_HOME` (XDG Base Directory Specification). */
export function sessionFolder(env: Environment, id: string): string {
  if (!/^[\w.-]{1,80}$/.test(id) || id.startsWith('.')) throw unknown(id);
  const named = env['XDG_STATE_HOME'] ?? '';
  // The specification has a relative path ignored: it would be another place in each folder.
  return join(isAbsolute(named) ? named : resolve(homedir(), '.local/state'), 'oi/sessions', id);
}

export type Prompted = Extract<Event, { kind: 'prompt' }>;
/** What a session knows already: a run that goes on with it need not be told again. Null where it came to nothing. */
export type Earlier = { event: Prompted; folder: string | null; settings: Settings | null };

/**
 * The event that goes on with a session: without new words the sitting that was cut off; with words, or after an end, a
 * new sitting of the same conversation. Throws `session.unknown` and whatever is wrong with the log.
 */
export function resumed(state: string, id: string, words: string | null): Earlier {
  const text = words?.trim() ? words : null;
  const file = join(state, 'log.jsonl');
  if (!existsSync(file)) throw unknown(id);
  const { entries } = readLog(id, readFileSync(file));
  const sittings = only(entries, 'sitting.opened');
  const open = last(entries, 'sitting.opened');
  const isOver = last(entries, 'sitting.closed')?.sitting === open?.sitting;
  const event: Prompted =
    open && !isOver && text === null
      ? { kind: 'prompt', id: open.plan.task.id, session: id, text: open.plan.task.ask }
      : {
          kind: 'prompt',
          id: `${id}/${sittings.length + 1}`,
          session: id,
          text: text ?? 'Go on with the task.',
        };
  const folder = last(entries, 'environment.seen')?.folder ?? null;
  return {
    event,
    folder,
    settings: open ? withAsked(open.settings, askedIn(entries) ?? open.settings) : null,
  };
}

/** What was asked for last that could be had: a wrong name, or a pair that does not fit, is not asked for again. */
function askedIn(entries: readonly Entry[]): Asked | undefined {
  const chosen = last(entries, 'harness.chosen');
  const opened = only(entries, 'sitting.opened').findLast(({ sitting }) => sitting === chosen?.sitting);
  return chosen?.asked ?? opened?.settings;
}

/**
 * The folder that a run works on. A session belongs to its folder: anywhere else a rewind would lay what it remembers
 * over files that have nothing to do with it. Throws `input.invalid`.
 */
export function folderFor(session: string, earlier: string | null, given: string | null): string {
  if (earlier === null || given === null) return given ?? earlier ?? '.';
  if (realPath(earlier) === realPath(given)) return earlier;
  throw new OiError(
    'input.invalid',
    `The session ${session} belongs to ${earlier}, not to ${given}.`,
    'Leave --cd away, or start a new session there.',
  );
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

const unknown = (id: string): OiError =>
  new OiError('session.unknown', `There is no session ${id}.`, 'Take the name that the earlier run printed.');
