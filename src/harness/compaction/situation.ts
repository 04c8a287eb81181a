import { type Entry, only, sitting } from '../../core/session.ts';
import type { Turn } from '../conversation.ts';
import type { HarnessData } from '../data.ts';
import { compacted } from './compacted.ts';
import { sum, tokensOfFrame, tokensOfTurn, usedTokens, windowIn } from './tokens.ts';

/** What is to become shorter. Tokens are estimates. */
export type Situation = {
  data: HarnessData;
  /** Without what was said in compactions. */
  entries: readonly Entry[];
  turns: readonly Turn[];
  /** `seq` of what opened the present sitting's work. */
  opening: number;
  used: number;
  window: number | null;
  /** How much of the window may be used before something is done. */
  limit: number;
  /** What is measured against: the window, or what did not fit where nobody told it. */
  base: number;
  /** It was made shorter just before, and still does not fit. */
  again: boolean;
  /** How many tokens one of our estimates stands for, from 1 to 4: they are low where each character is a token. */
  scale: number;
  /** What the model noted last time. */
  notes: readonly string[];
};

export function situationOf(data: HarnessData, entries: readonly Entry[], again: boolean): Situation {
  const window = windowIn(entries);
  const turns = compacted(data, entries);
  const used = usedTokens(data, entries);
  const base = window ?? used;
  return {
    data,
    entries,
    turns,
    scale: Math.min(4, Math.max(1, used / (tokensOfFrame(data) + sum(turns.map(tokensOfTurn))))),
    opening: only(sitting(entries), 'round.opened')[0]?.seq ?? 0,
    used,
    window,
    limit: limitOf(data, base),
    base,
    again,
    notes: only(entries, 'compaction.closed').findLast(({ kept }) => kept)?.notes ?? [],
  };
}

/** Half of a window may always be used: one that is hardly larger than what should stay free would never do. */
export function limitOf({ compaction }: Pick<HarnessData, 'compaction'>, window: number): number {
  const { ratio = null, reserve = null } = compaction?.at ?? {};
  const limits = [
    ...(ratio === null ? [] : [Math.floor(window * ratio)]),
    ...(reserve === null ? [] : [window - reserve]),
  ];
  return Math.max(Math.floor(window / 2), Math.min(...limits, window));
}
