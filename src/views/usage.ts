import type { Spent, Usage } from '../core/model.ts';
import type { View } from '../core/session.ts';

export const none: Spent = {
  input: 0,
  cached: 0,
  output: 0,
  usd: 0,
  listed: 0,
  untold: { tokens: 0, prices: 0 },
};

/**
 * What the last sitting spent. Give it the whole log: what a rewind took back was paid for too, and so were attempts that
 * failed.
 */
export const usage: View<Spent> = (log) => {
  const sitting = log.at(-1)?.sitting;
  let sum = none;
  for (const entry of log) {
    if (entry.sitting !== sitting) continue;
    if (entry.type === 'model.replied') sum = add(sum, spent(entry.reply.usage));
    if (entry.type === 'attempt.failed') sum = add(sum, spent(entry.usage));
  }
  return sum;
};

/** One answer's use. No answer takes no tokens, so nothing at no known price is what nobody told. */
export const spent = ({ usd, listed, ...tokens }: Usage): Spent => ({
  ...tokens,
  usd: usd ?? 0,
  listed: listed ? 1 : 0,
  untold: {
    tokens: usd === null && tokens.input + tokens.output === 0 ? 1 : 0,
    prices: usd === null ? 1 : 0,
  },
});

export const add = (one: Spent, other: Spent): Spent => ({
  input: one.input + other.input,
  cached: one.cached + other.cached,
  output: one.output + other.output,
  usd: one.usd + other.usd,
  listed: one.listed + other.listed,
  untold: {
    tokens: one.untold.tokens + other.untold.tokens,
    prices: one.untold.prices + other.untold.prices,
  },
});
