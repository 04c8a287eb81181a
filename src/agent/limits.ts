import { type Entry, last, only } from '../core/session.ts';
import { usage } from '../views/usage.ts';

/**
 * Which limit of the sitting is reached, in words, or null. Give it the whole sitting of the log: what a rewind took
 * back, and attempts that failed, were paid for all the same. `ahead`: US dollars that the next request costs, as far as known.
 */
export function overspent(sitting: readonly Entry[], now: Date, ahead = 0): string | null {
  const limits = last(sitting, 'sitting.opened')?.settings.limits;
  if (!limits) return null;
  const used = usage(sitting);
  const spent = {
    turns: only(sitting, 'model.replied').length,
    minutes: secondsSpent(sitting, now) / 60,
    tokens: used.input + used.output,
    usd: used.usd,
  };
  for (const unit of ['turns', 'minutes', 'tokens', 'usd'] as const) {
    const limit = limits[unit];
    if (limit !== null && spent[unit] >= limit) return `The limit of ${words(unit, limit)} is reached.`;
  }
  if (limits.usd === null || used.usd + ahead <= limits.usd) return null;
  return `The next request may cost $${ahead.toFixed(4)}, which would go over the limit of ${words('usd', limits.usd)}.`;
}

/** US dollars that the sitting may still cost; null where there is no limit. */
export function usdLeft(sitting: readonly Entry[]): number | null {
  const limit = last(sitting, 'sitting.opened')?.settings.limits.usd ?? null;
  return limit === null ? null : limit - usage(sitting).usd;
}

/** Seconds until the sitting's time is over; a day where there is no limit. */
export function secondsLeft(sitting: readonly Entry[], now: Date): number {
  const minutes = last(sitting, 'sitting.opened')?.settings.limits.minutes ?? 24 * 60;
  return Math.max(0, minutes * 60 - secondsSpent(sitting, now));
}

/** Since the sitting was opened, without the time in which no process worked on it. */
function secondsSpent(sitting: readonly Entry[], now: Date): number {
  let milliseconds = now.getTime() - timeOf(last(sitting, 'sitting.opened'));
  for (const [index, entry] of sitting.entries()) {
    if (entry.type === 'sitting.resumed') milliseconds -= timeOf(entry) - timeOf(sitting[index - 1]);
  }
  return milliseconds / 1000;
}

const timeOf = (entry: Entry | undefined): number => Date.parse(entry?.at ?? '');
const words = (unit: string, limit: number): string =>
  unit === 'usd' ? `$${limit}` : `${limit} ${limit === 1 ? unit.slice(0, -1) : unit}`;
