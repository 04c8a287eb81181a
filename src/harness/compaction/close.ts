import type { Compaction } from '../../core/harness.ts';
import type { EntryOf } from '../../core/session.ts';
import { compactedBy, isNotes } from './compacted.ts';
import type { KeepData } from './data.ts';
import { type Kept, keeping } from './keep.ts';
import { prune } from './prune.ts';
import type { Situation } from './situation.ts';
import { sum, tokensOfFrame, tokensOfTurn } from './tokens.ts';

type Closed = Extract<Compaction, { type: 'compaction.closed' }>;

/** What stays where a harness does not say it, because notes could not be made. */
const otherwise: KeepData = { users: 0, tokens: null, ratio: 0.3, messages: null };

/** The end of a compaction: what stays, besides these notes of the rest. */
export const closing = (
  at: Situation,
  strategy: string,
  notes: readonly string[],
  kept: Kept | null,
): Closed => measured(at, { strategy, notes, kept, cleared: [] });

/** Only results are left out; all else stays. */
export const pruning = (at: Situation, cleared: readonly string[]): Closed =>
  measured(at, { strategy: 'prune-outputs', notes: [], kept: null, cleared });

/** Where no notes are to be had: old results are left out, or else old answers. It is never asked for them again at once. */
export function withoutNotes(at: Situation, strategy: string): Closed {
  const pruned = prune(at, { protect: at.base / 10, minimum: 1, text: '' });
  if (pruned && !at.again && at.used - pruned.gain < at.limit) return pruning(at, pruned.cleared);
  const kept = keeping(at, otherwise);
  return leavesOut(at, kept) ? closing(at, strategy, at.notes, kept) : closing(at, strategy, [], null);
}

/** Whether anything but older notes would not stay. */
export const leavesOut = ({ turns }: Situation, { users, from }: Kept): boolean =>
  turns.some((turn) => {
    const { seq } = turn.entry;
    return !isNotes(turn) && seq < (from ?? Number.POSITIVE_INFINITY) && !users.includes(seq);
  });

function measured(at: Situation, what: Pick<Closed, 'strategy' | 'notes' | 'kept' | 'cleared'>): Closed {
  const fact: Closed = { type: 'compaction.closed', ...what, before: at.used, after: 0 };
  const entry: EntryOf<'compaction.closed'> = {
    ...fact,
    seq: Number.POSITIVE_INFINITY,
    at: '',
    sitting: 0,
    round: 0,
  };
  const turns = compactedBy(at.data, at.turns, entry, at.entries);
  const tokens = tokensOfFrame(at.data) + sum(turns.map(tokensOfTurn));
  return { ...fact, after: Math.round(tokens * at.scale) };
}
