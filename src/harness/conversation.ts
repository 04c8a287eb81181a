import type { Item, Message, Reply } from '../core/model.ts';
import { type Entry, type EntryOf, last } from '../core/session.ts';
import { type Call, callId } from '../core/tool.ts';
import { type CallsOfReply, callsByReply } from './calls.ts';
import type { HarnessData, Opening } from './data.ts';
import { type Known, openingOf } from './opening.ts';
import { begins } from './present.ts';
import type { Returned } from './render.ts';

type TurnShared = {
  /** The entry it stands for, and everything else that it is made of: the same parts make the same turn. */
  entry: Entry;
  parts: readonly unknown[];
};
export type UserTurn = TurnShared & { from: 'user'; messages(): Message[] };
/** A reply, the calls that were made because of it, and what is known of their results. */
export type ModelTurn = Omit<TurnShared, 'entry'> & {
  from: 'model';
  entry: EntryOf<'model.replied'>;
  /** Whether it was said in this harness; else it is told again in this one's terms. */
  own: boolean;
  step: number;
  /** The workspace's path as the agent saw it then. */
  folder: string | null;
  reply: Reply;
  /** For each call of the reply, in order, an id that no other call of the conversation has. */
  ids: readonly string[];
  calls: readonly Call[];
  returned(call: string): Returned | undefined;
  /** Nothing came after it yet: a call without a result may still get one. */
  open: boolean;
};
/** A piece of the log as conversation in our own vocabulary; a codec puts it into the words of its protocol. */
export type Turn = UserTurn | ModelTurn;

export function conversation(data: HarnessData, entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  const calls = callsByReply(entries);
  const end = entries.findLastIndex(closes);
  const isOwn = ownIn(data, entries);
  const fates = fatesOf(entries);
  const idsOf = callIds();
  let known: Known = {};
  let own = false;
  let judged: EntryOf<'round.judged'> | null = null;
  for (const [index, entry] of entries.entries()) {
    switch (entry.type) {
      case 'sitting.opened':
        known = { environment: known.environment, sitting: entry };
        break;
      case 'harness.chosen':
        own = isOwn(entry);
        break;
      case 'environment.seen':
        known = { ...known, environment: entry };
        break;
      case 'context.gathered':
        known = { ...known, context: entry };
        break;
      case 'round.opened':
        if (known.sitting)
          turns.push(opening(data, turns.length === 0 ? data.opening : data.again, known, entry));
        else if (judged?.tell) turns.push(toldBy(judged.tell, entry, [judged.tell]));
        known = { environment: known.environment };
        break;
      case 'round.judged':
        judged = entry;
        break;
      case 'model.replied': {
        const turn = modelTurn(entry, own, index >= end, calls, known, idsOf(entry));
        const fate = fates.get(entry);
        // Another harness's reply can be told only once it is over, for its calls are part of it, and where something came of it.
        const cameToSomething = index < end && (turn.calls.length > 0 || fate === 'ended');
        if (own ? fate !== 'lost' : cameToSomething) turns.push(turn);
        break;
      }
      case 'model.told':
        if (own) turns.push(toldBy(entry.text, entry, []));
    }
  }
  return turns;
}

/** Which facts of a harness's choice stand for this very one: one of the repository's own may have been another under the same name. */
export function ownIn(
  { id }: Pick<HarnessData, 'id'>,
  entries: readonly Entry[],
): (chosen: EntryOf<'harness.chosen'>) => boolean {
  const now = last(entries, 'harness.chosen');
  return ({ harness, own }) => harness === id && own === now?.own;
}

/** What became of replies without calls: the work stopped, or another harness or model came before anybody answered. */
function fatesOf(entries: readonly Entry[]): ReadonlyMap<Entry, 'ended' | 'lost'> {
  const fates = new Map<Entry, 'ended' | 'lost'>();
  let newest: Entry | null = null;
  for (const entry of entries) {
    if (newest && entry.type === 'work.stopped') fates.set(newest, 'ended');
    if (newest && entry.type === 'harness.chosen' && !fates.has(newest)) fates.set(newest, 'lost');
    if (entry.type === 'model.replied') newest = entry;
    else if (closes(entry) || entry.type === 'tool.returned') newest = null;
  }
  return fates;
}

export const isCall = (item: Item): item is Extract<Item, { kind: 'call' | 'garbled' }> =>
  item.kind === 'call' || item.kind === 'garbled';

/**
 * Gives the replies of a log, one after the other, ids for their calls: those that the wire gave, with only the signs that every
 * provider takes, or ours where it gave none or one that was there before. Another model may count anew.
 */
function callIds(): (entry: EntryOf<'model.replied'>) => string[] {
  const used = new Set<string>();
  return ({ seq, reply }) =>
    reply.items.filter(isCall).map(({ id: given }, index) => {
      const id = given.replace(/[^\w-]/g, '_').slice(0, 64);
      const isFree = id !== '' && !used.has(id) && !looksLikeOurs.test(id);
      used.add(id);
      return isFree ? id : callId(seq, index);
    });
}

const looksLikeOurs = /^c\d+_\d+$/;

const toldBy = (text: string, entry: Entry, parts: readonly unknown[]): UserTurn => ({
  from: 'user',
  entry,
  parts,
  messages: () => [{ role: 'user', text }],
});

/** After these, what the replies before asked for is never done any more. */
const closes = (entry: Entry): boolean =>
  begins(entry) || entry.type === 'model.told' || entry.type === 'model.replied';

const opening = (data: HarnessData, templates: readonly Opening[], known: Known, entry: Entry): UserTurn => ({
  from: 'user',
  entry,
  parts: [templates, known.sitting, known.environment, known.context],
  messages: () => openingOf(templates, known, data),
});

function modelTurn(
  entry: EntryOf<'model.replied'>,
  own: boolean,
  open: boolean,
  calls: ReadonlyMap<string, CallsOfReply>,
  { environment }: Known,
  ids: readonly string[],
): ModelTurn {
  const made = calls.get(callId(entry.seq, ''));
  return {
    from: 'model',
    entry,
    parts: [own, open, ...(made?.entries ?? [])],
    own,
    step: entry.seq,
    folder: environment?.folder ?? null,
    reply: entry.reply,
    ids,
    calls: made?.calls ?? [],
    returned: (call) => made?.returned.get(call),
    open,
  };
}
