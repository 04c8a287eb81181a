import { findAccount, type Hub, newIds, nodeIdOf, remember } from '../hub/hub.ts';
import type { Account, Token } from '../hub/records.ts';

export type NewAccount = { type?: Account['type']; name?: string; id?: number };

export function createAccount(hub: Hub, login: string, options: NewAccount = {}): Account {
  if (findAccount(hub, login)) throw new Error(`the sim has an account ${login} already`);
  const id = options.id ?? hub.nextId();
  const type = options.type ?? (login.endsWith('[bot]') ? 'Bot' : 'User');
  const prefix = { User: 'U', Bot: 'BOT', Organization: 'O' }[type];
  const account: Account = {
    kind: 'account',
    id,
    nodeId: nodeIdOf(prefix, id),
    login,
    type,
    name: options.name ?? null,
    deleted: false,
    createdAt: hub.clock.now(),
  };
  hub.accounts.set(login.toLowerCase(), account);
  return remember(hub, account);
}

/** Accounts that are there before anybody signs up, with the ids they have on github.com. */
export function createBuiltInAccounts(hub: Hub): void {
  createAccount(hub, 'github', { type: 'Organization', id: 9919 });
  createAccount(hub, 'web-flow', { id: 19_864_447, name: 'GitHub' });
  createAccount(hub, 'github-actions[bot]', { id: 41_898_282 });
}

export type NewToken = {
  login: string;
  permissions?: Token['permissions'];
  repositories?: string[];
  value?: string;
};

/** The value begins as GitHub's do, so that code which recognises secrets by their form finds it. */
export function createToken(hub: Hub, options: NewToken): Token {
  const account = findAccount(hub, options.login);
  if (!account) throw new Error(`no account ${options.login} to give a token`);
  const prefix = account.type === 'Bot' ? 'ghs_' : 'ghp_';
  const token: Token = {
    value: options.value ?? prefix + newIds(hub, '').id.toString(36).padStart(36, 'A'),
    account,
    permissions: options.permissions ?? null,
    repositories: options.repositories ?? null,
  };
  hub.tokens.set(token.value, token);
  return token;
}
