import { reads } from '../../hub/access.ts';
import { budgetOf } from '../../hub/budget.ts';
import { toTimestamp } from '../../hub/clock.ts';
import { findAccount, findRepository } from '../../hub/hub.ts';
import { demand, type Fields, graphqlError } from '../resolver.ts';

export const queryFields: Fields<null> = {
  viewer: (_, __, { token }) => token.account,
  repository(_, { owner, name }, context) {
    const repository = findRepository(context.hub, `${owner}/${name}`);
    if (!repository)
      throw graphqlError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
    demand(context, repository, reads('metadata'));
    return repository;
  },
  user(_, { login }, { hub }) {
    const account = findAccount(hub, login);
    if (account?.type === 'User' && !account.deleted) return account;
    throw graphqlError('NOT_FOUND', `Could not resolve to a User with the login of '${login}'.`);
  },
  node: (_, { id }, { hub }) => hub.nodes.get(id) ?? null,
  rateLimit(_, __, { hub, token }) {
    const { limit, used, resetSeconds } = budgetOf(hub, token);
    return {
      limit,
      used,
      cost: 1,
      remaining: limit - used,
      resetAt: toTimestamp(resetSeconds * 1000),
      nodeCount: 0,
    };
  },
};
