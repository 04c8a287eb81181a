import { type Entry, logVersion, place, type Session, stand } from '../core/session.ts';
import { hideLeaves } from '../text/secrets.ts';

/** What a log is written with. `hide` takes live secrets out of a text; `keep` stores one line, for good. */
export type Desk = { now(): Date; hide(text: string): string; keep(line: string): void };

/**
 * A session over the entries already kept. Each fact is hidden, serialised and kept before anybody acts on it, and what
 * everybody reads afterwards is what was kept.
 */
export function openSession(id: string, kept: readonly Entry[], at: Desk): Session {
  const log = [...kept];
  const entries: Entry[] = [];
  for (const entry of log) stand(entries, entry);
  let follower = (): void => {};
  const session: Session = {
    id,
    log,
    entries,
    record(fact) {
      const here = { seq: log.length + 1, at: at.now().toISOString(), ...place(log, fact) };
      const line = JSON.stringify({ ...here, ...hideLeaves(fact, at.hide) });
      at.keep(line);
      const entry = JSON.parse(line) as Entry;
      log.push(entry);
      stand(entries, entry);
      follower();
      return entry;
    },
    follow(callBack) {
      follower = callBack;
    },
  };
  if (log.length === 0) session.record({ type: 'session.opened', version: logVersion, id });
  return session;
}
