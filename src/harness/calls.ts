import type { Entry } from '../core/session.ts';
import type { Call } from '../core/tool.ts';
import type { Returned } from './render.ts';

/** What became of a reply's calls, and the entries that say so. */
export type CallsOfReply = {
  entries: Entry[];
  calls: Call[];
  begun: Map<string, string>;
  returned: Map<string, Returned>;
};

/** The calls of all replies in one pass, by the part of their ids that names the reply (`callId(step, '')`). */
export function callsByReply(entries: readonly Entry[]): ReadonlyMap<string, CallsOfReply> {
  const all = new Map<string, CallsOfReply>();
  const of = (id: string): CallsOfReply => {
    const reply = id.slice(0, id.indexOf('_') + 1);
    const made = all.get(reply) ?? { entries: [], calls: [], begun: new Map(), returned: new Map() };
    all.set(reply, made);
    return made;
  };
  for (const entry of entries) {
    if (entry.type === 'tool.called') {
      const made = of(entry.call.id);
      made.entries.push(entry);
      // One that was cut off and done again is still one call.
      if (!made.begun.has(entry.call.id)) made.calls.push(entry.call);
      made.begun.set(entry.call.id, entry.at);
    } else if (entry.type === 'tool.returned') {
      const { call, result, at } = entry;
      const made = of(call);
      const since = made.begun.get(call);
      const took = Date.parse(at) - Date.parse(since ?? at);
      made.entries.push(entry);
      made.returned.set(call, { call, result, took, ran: since !== undefined });
    }
  }
  return all;
}
