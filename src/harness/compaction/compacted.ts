import { type Entry, type EntryOf, only } from '../../core/session.ts';
import { conversation, type ModelTurn, type Turn, type UserTurn } from '../conversation.ts';
import type { HarnessData } from '../data.ts';
import { messagesOfNotes } from './notes.ts';

type Closed = EntryOf<'compaction.closed'>;

/** What stands in the place of a result where the harness has no words for it. */
const cleared = 'This result was left out to save room. Make the call again if you need it.';

/** The conversation as it stands after its compactions, whichever harness they were made in. */
export function compacted(data: HarnessData, entries: readonly Entry[]): Turn[] {
  return only(entries, 'compaction.closed').reduce(
    (turns, closed) => compactedBy(data, turns, closed, entries),
    conversation(data, entries),
  );
}

export const isNotes = ({ entry }: Turn): boolean => entry.type === 'compaction.closed';

/** The turns of a conversation that is now compacted. */
export function compactedBy(
  data: HarnessData,
  turns: readonly Turn[],
  closed: Closed,
  entries: readonly Entry[],
): Turn[] {
  const { kept, seq } = closed;
  const before = turns
    .filter(({ entry }) => entry.seq < seq)
    .map((turn) => withoutResults(data, turn, closed));
  const after = turns.filter(({ entry }) => entry.seq > seq);
  if (!kept) return [...before, ...after];
  const from = kept.from ?? seq;
  const users = before.filter(({ entry }) => entry.seq < from && kept.users.includes(entry.seq));
  const tail = before.filter((turn) => turn.entry.seq >= from && !isNotes(turn));
  return [...users, notesTurn(data, closed, entries, tail[0]), ...tail, ...after];
}

/** An answer of ours in front of one of the model's would be two answers in a row; where nothing stayed, that one is next. */
function notesTurn(
  data: HarnessData,
  entry: Closed,
  entries: readonly Entry[],
  next: Turn | undefined,
): UserTurn {
  const before = entries.filter(({ seq }) => seq < entry.seq);
  const messages = () => messagesOfNotes(data, entry, before, next?.from !== 'user');
  return { from: 'user', entry, parts: [], messages };
}

function withoutResults(data: HarnessData, turn: Turn, closed: Closed): Turn {
  if (turn.from === 'user' || !turn.calls.some(({ id }) => closed.cleared.includes(id))) return turn;
  const prune = data.compaction?.strategies.find((told) => told.name === 'prune-outputs');
  const text = prune?.text ?? cleared;
  const returned: ModelTurn['returned'] = (id) => {
    const known = turn.returned(id);
    return known && closed.cleared.includes(id) ? { ...known, cleared: text } : known;
  };
  return { ...turn, parts: [...turn.parts, closed], returned };
}
