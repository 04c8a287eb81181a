import type { Usage } from '../core/model.ts';
import type { View } from '../core/session.ts';

export const none: Usage = { input: 0, cached: 0, output: 0, usd: 0 };

/**
 * What the last sitting spent. Give it the whole log: what a rewind took back was paid for too, and so were attempts that
 * failed. The price is null as soon as one answer's price is unknown.
 */
export const usage: View<Usage> = (log) => {
  const sitting = log.at(-1)?.sitting;
  let sum = none;
  for (const entry of log) {
    if (entry.sitting !== sitting) continue;
    if (entry.type === 'model.replied') sum = add(sum, entry.reply.usage);
    if (entry.type === 'attempt.failed') sum = add(sum, entry.usage);
  }
  return sum;
};

export const add = (sum: Usage, more: Usage): Usage => ({
  input: sum.input + more.input,
  cached: sum.cached + more.cached,
  output: sum.output + more.output,
  usd: sum.usd === null || more.usd === null ? null : sum.usd + more.usd,
});
