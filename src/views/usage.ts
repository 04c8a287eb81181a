import type { Spent, Usage } from '../core/model.ts';
import type { Entry, View } from '../core/session.ts';

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
 * failed, and questions over which a process died.
 */
export const usage: View<Spent> = (log) => {
  const sitting = log.at(-1)?.sitting;
  const lost = lostQuestions(log);
  let sum = none;
  for (const entry of log) {
    if (entry.sitting !== sitting) continue;
    if (entry.type === 'model.replied') sum = add(sum, spent(entry.reply.usage));
    if (entry.type === 'attempt.failed') sum = add(sum, spent(entry.usage));
    if (lost.has(entry.seq)) sum = add(sum, untold);
  }
  return sum;
};

/** A question of which nobody will tell what it used. */
export const untold: Spent = { ...none, untold: { tokens: 1, prices: 1 } };

/** The questions, by `seq`, whose end never came into the log. The newest may still be open. */
export function lostQuestions(log: readonly Entry[]): ReadonlySet<number> {
  const lost = new Set<number>();
  let open: number | null = null;
  for (const { type, seq } of log) {
    if (type === 'model.replied' || type === 'attempt.failed') open = null;
    if (open !== null && endsProcess.has(type)) {
      lost.add(open);
      open = null;
    }
    if (type === 'model.asked') open = seq;
  }
  return lost;
}

/** What a living process never writes between a question and its end. */
const endsProcess: ReadonlySet<Entry['type']> = new Set([
  'model.asked',
  'sitting.opened',
  'sitting.resumed',
  'sitting.closed',
  'session.rewound',
  'work.stopped',
  'problem.met',
]);

/** One answer's use. No answer takes no tokens, so nothing at no known price is what nobody told. */
export const spent = ({ input, cached, output, usd, listed, partly }: Usage): Spent => ({
  input,
  cached,
  output,
  usd: usd ?? 0,
  listed: listed ? 1 : 0,
  untold: {
    tokens: partly || (usd === null && input + output === 0) ? 1 : 0,
    prices: partly || usd === null ? 1 : 0,
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
