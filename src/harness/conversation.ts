import type { Reply } from '../core/model.ts';
import type { Entry, EntryOf } from '../core/session.ts';
import { type Call, callId } from '../core/tool.ts';
import type { HarnessData } from './data.ts';
import { type Known, openingOf } from './opening.ts';
import type { Returned } from './render.ts';

/** A reply, the calls that were made because of it, and what is known of their results. */
export type ModelTurn = {
  from: 'model';
  /** Whether it was said in this harness; else it is told again in this one's terms. */
  own: boolean;
  step: number;
  reply: Reply;
  calls: readonly Call[];
  returned(call: string): Returned | undefined;
  /** Nothing came after it yet: a call without a result may still get one. */
  open: boolean;
};
/** The log as a conversation in our own vocabulary; a codec puts it into the words of its protocol. */
export type Turn = { from: 'user'; text: string } | ModelTurn;

export function conversation(data: HarnessData, entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  const calls = callsIn(entries);
  let known: Known = {};
  let own = false;
  const say = (text: string) => turns.push({ from: 'user', text });
  for (const entry of entries) {
    if (closes(entry)) close(turns.at(-1));
    switch (entry.type) {
      case 'sitting.opened':
        known = { environment: known.environment, sitting: entry };
        break;
      case 'harness.chosen':
        own = entry.harness === data.id;
        break;
      case 'environment.seen':
        known = { ...known, environment: entry };
        break;
      case 'context.gathered':
        known = { ...known, context: entry };
        break;
      case 'round.opened':
        if (known.sitting) openingOf(turns.length === 0 ? data.opening : data.again, known).forEach(say);
        known = { environment: known.environment };
        break;
      case 'model.replied':
        turns.push(modelTurn(entry, own, calls));
        break;
      case 'model.told':
        if (own) say(entry.text);
    }
  }
  return turns;
}

/** After these, what a reply asked for is never done any more. */
const closes = ({ type }: Entry): boolean =>
  type === 'harness.chosen' || type === 'round.opened' || type === 'model.told' || type === 'model.replied';

function close(turn: Turn | undefined): void {
  if (turn?.from === 'model') turn.open = false;
}

type Calls = { of: Map<string, Call[]>; returned: Map<string, Returned> };

const modelTurn = ({ seq, reply }: EntryOf<'model.replied'>, own: boolean, calls: Calls): ModelTurn => ({
  from: 'model',
  own,
  step: seq,
  reply,
  calls: calls.of.get(callId(seq, '')) ?? [],
  returned: (call) => calls.returned.get(call),
  open: true,
});

/** All calls by the reply they come from, all results by call, in one pass. */
function callsIn(entries: readonly Entry[]): Calls {
  const of = new Map<string, Call[]>();
  const begun = new Map<string, string>();
  const returned = new Map<string, Returned>();
  for (const entry of entries) {
    if (entry.type === 'tool.called') {
      const { call, at } = entry;
      const step = call.id.slice(0, call.id.indexOf('_') + 1);
      of.set(step, [...(of.get(step) ?? []), call]);
      begun.set(call.id, at);
    } else if (entry.type === 'tool.returned') {
      const { call, result, at } = entry;
      const since = begun.get(call);
      const took = Date.parse(at) - Date.parse(since ?? at);
      returned.set(call, { call, result, took, ran: since !== undefined });
    }
  }
  return { of, returned };
}
