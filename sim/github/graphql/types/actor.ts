import type { Account } from '../../hub/records.ts';
import { accountJson } from '../../json/account-json.ts';
import type { Fields } from '../resolver.ts';

/** User, Bot and Organization. */
export const actorFields: Fields<Account> = {
  id: (account) => account.nodeId,
  databaseId: (account) => account.id,
  // GraphQL names a bot by its App, without the suffix that REST shows.
  login: (account) => account.login.replace(/\[bot\]$/, ''),
  name: (account) => account.name,
  url: (account, _, { hub }) => accountJson(hub, account)['html_url'],
  avatarUrl: (account, _, { hub }) => accountJson(hub, account)['avatar_url'],
  resourcePath: (account) => `/${account.login}`,
  createdAt: (account) => account.createdAt,
};

/** Null for an account that was deleted. */
export const actorOrNull = (account: Account | null): Account | null => (account?.deleted ? null : account);
