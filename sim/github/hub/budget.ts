import type { Hub } from './hub.ts';
import type { Token } from './records.ts';

/** What one token, or everybody without one, has used. */
export type Budget = { limit: number; used: number; resetSeconds: number; writes: number[] };

const budgets = new WeakMap<Hub, Map<Token | null, Budget>>();
const hour = 3_600_000;
const minute = 60_000;

export function budgetOf(hub: Hub, token: Token | null): Budget {
  const all = budgets.get(hub) ?? new Map<Token | null, Budget>();
  budgets.set(hub, all);
  const now = hub.clock.milliseconds();
  const known = all.get(token);
  const budget =
    known && known.resetSeconds * 1000 > now
      ? known
      : { limit: 0, used: 0, resetSeconds: Math.ceil((now + hour) / 1000), writes: known?.writes ?? [] };
  budget.limit = hub.limits.requestsPerHour ?? usualLimit(token);
  all.set(token, budget);
  return budget;
}

function usualLimit(token: Token | null): number {
  if (!token) return 60;
  return token.account.login === 'github-actions[bot]' ? 1000 : 5000;
}

export type Overdraft = { status: number; message: string; headers: Record<string, string> };

/** Counts a request; an answer that refuses it when the hour's or the minute's budget is gone. */
export function spend(hub: Hub, token: Token | null, isWrite: boolean): Overdraft | null {
  const budget = budgetOf(hub, token);
  if (budget.used >= budget.limit) {
    const who = token ? `user ID ${token.account.id}` : '127.0.0.1';
    return { status: 403, message: `API rate limit exceeded for ${who}.`, headers: {} };
  }
  budget.used++;
  return isWrite ? spendWrite(hub, budget) : null;
}

function spendWrite(hub: Hub, budget: Budget): Overdraft | null {
  const now = hub.clock.milliseconds();
  budget.writes = budget.writes.filter((at) => at > now - minute);
  if (budget.writes.length >= hub.limits.writesPerMinute) return secondaryLimit;
  budget.writes.push(now);
  return null;
}

export const secondaryLimit: Overdraft = {
  status: 403,
  message:
    'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. ' +
    'Please retry your request again later.',
  headers: { 'retry-after': '60' },
};

export function budgetHeaders(hub: Hub, token: Token | null, resource: string): Record<string, string> {
  const { limit, used, resetSeconds } = budgetOf(hub, token);
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(resetSeconds),
    'x-ratelimit-resource': resource,
  };
}
