import type { Turn } from '../conversation.ts';
import { isNotes } from './compacted.ts';
import type { KeepData } from './data.ts';
import type { Situation } from './situation.ts';
import { tokensOfTurn } from './tokens.ts';

/** `seq` of the messages of others, and of the turn from which all stays; null: none. */
export type Kept = { users: readonly number[]; from: number | null };

/** No more than these parts of the window, whatever a harness says: what stays has to leave room for work. */
const mostOfTail = 0.3;
const mostOfUsers = 0.2;

/**
 * What stays as it is: the task, what opened this sitting and the newest message of others in any case. Nothing else where
 * a conversation that was made shorter does not fit.
 */
export function keeping(at: Situation, keep: KeepData): Kept {
  const tail = at.again ? [] : tailOf(at, keep);
  const from = tail[0]?.entry.seq ?? null;
  const older = at.turns.slice(0, at.turns.length - tail.length);
  const others = older.filter((turn) => turn.from === 'user' && !isNotes(turn));
  const newest = at.turns.findLast((turn) => turn.from === 'user' && !isNotes(turn));
  const always = new Set([at.turns[0]?.entry.seq, at.opening, newest?.entry.seq]);
  const room = at.again ? 0 : Math.min(keep.users, at.base * mostOfUsers) / at.scale;
  const within = new Set(
    newestWithin(
      others.filter(({ entry }) => !always.has(entry.seq)),
      room,
    ),
  );
  const stays = (turn: Turn): boolean => always.has(turn.entry.seq) || within.has(turn);
  return { users: others.filter(stays).map(({ entry }) => entry.seq), from };
}

/** Whole turns from the end, so that no call loses its answer; never notes, nor what comes before them. */
function tailOf({ turns, used, base, scale }: Situation, { tokens, ratio, messages }: KeepData): Turn[] {
  const mine = turns.slice(Math.max(1, turns.findLastIndex(isNotes) + 1));
  const room = Math.min(tokens ?? Number.POSITIVE_INFINITY, (ratio ?? 1) * used, base * mostOfTail);
  const most = messages ?? (tokens === null && ratio === null ? 0 : Number.POSITIVE_INFINITY);
  return newestWithin(mine.slice(-most || mine.length), room / scale);
}

/** The newest turns, up to the first that has no room. */
function newestWithin(turns: readonly Turn[], room: number): Turn[] {
  let left = room;
  const first = turns.findLastIndex((turn) => {
    left -= tokensOfTurn(turn);
    return left < 0;
  });
  return turns.slice(first + 1);
}

/** Of turns that are too much for a request the newest that fit beside the first, which is the task. */
export function fitting(turns: readonly Turn[], room: number): Turn[] {
  const [first, ...rest] = turns;
  if (!first) return [];
  let left = room - tokensOfTurn(first);
  const fits = rest.toReversed().filter((turn) => {
    const tokens = tokensOfTurn(turn);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return [first, ...fits.reverse()];
}
