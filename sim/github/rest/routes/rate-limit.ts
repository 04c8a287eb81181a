import { budgetOf } from '../../hub/budget.ts';
import { ok } from '../answer.ts';
import type { Routes } from '../call.ts';

export const rateLimit: Routes = {
  'rate-limit/get': {
    answer(call) {
      const { limit, used, resetSeconds } = budgetOf(call.hub, call.token);
      const rate = { limit, used, remaining: Math.max(0, limit - used), reset: resetSeconds };
      return ok({ resources: { core: rate, search: rate, graphql: rate }, rate });
    },
  },
};
