import type { Account } from '../../hub/records.ts';
import { accountJson } from '../../json/account-json.ts';
import type { Fields } from '../resolver.ts';

/** User and Organization. `viewer` is a User by the schema even for an App, and then keeps the suffix of its login. */
export const actorFields: Fields<Account> = {
  id: (account) => account.nodeId,
  databaseId: (account) => account.id,
  login: (account) => account.login,
  name: (account) => account.name,
  url: (account, _, { hub }) => accountJson(hub, account)['html_url'],
  avatarUrl: (account, _, { hub }) => accountJson(hub, account)['avatar_url'],
  resourcePath: (account) => `/${account.login}`,
  createdAt: (account) => account.createdAt,
};

/** An author that is an App has the App's name for a login, without the suffix that REST shows. */
export const botFields: Fields<Account> = {
  ...actorFields,
  login: (account) => account.login.replace(/\[bot\]$/, ''),
};

/** Null for an account that was deleted. */
export const actorOrNull = (account: Account | null): Account | null => (account?.deleted ? null : account);
