import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import { last, only } from '../core/session.ts';
import type { Event } from '../core/task.ts';
import { readLog } from '../session/read.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a session's log, bytes and snapshots lie: under `$XDG_STATE_HOME` (XDG Base Directory Specification). */
export function sessionFolder(env: Environment, id: string): string {
  if (!/^[\w.-]{1,80}$/.test(id) || id.startsWith('.')) throw unknown(id);
  return join(env['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'oi/sessions', id);
}

/**
 * The event that goes on with a session: without new words the sitting that was cut off; with words, or after an end, a
 * new sitting of the same conversation. Throws `session.unknown` and whatever is wrong with the log.
 */
export function resumeEvent(
  folder: string,
  id: string,
  text: string | null,
): Extract<Event, { kind: 'prompt' }> {
  const file = join(folder, 'log.jsonl');
  if (!existsSync(file)) throw unknown(id);
  const { entries } = readLog(id, readFileSync(file));
  const sittings = only(entries, 'sitting.opened');
  const open = last(entries, 'sitting.opened');
  const isOver = last(entries, 'sitting.closed')?.sitting === open?.sitting;
  if (open && !isOver && !text)
    return { kind: 'prompt', id: open.plan.task.id, session: id, text: open.plan.task.ask };
  return {
    kind: 'prompt',
    id: `${id}/${sittings.length + 1}`,
    session: id,
    text: text ?? 'Go on with the task.',
  };
}

const unknown = (id: string): OiError =>
  new OiError('session.unknown', `There is no session ${id}.`, 'Take the name that the earlier run printed.');
