import type { NewAccount, NewToken } from '../actions/accounts.ts';
import type { Seeding } from './seeding.ts';

/** What is there from the start, as data. Owners of repositories are made where they are not named. */
export type Seed = {
  accounts?: (string | ({ login: string } & NewAccount))[];
  repositories?: Record<string, NonNullable<Parameters<Seeding['repository']>[1]>>;
  /** By value. */
  tokens?: Record<string, NewToken>;
};

export async function plant(
  seed: Seeding,
  { accounts = [], repositories = {}, tokens = {} }: Seed,
): Promise<void> {
  const made = new Set<string>();
  const make = (login: string, options?: NewAccount) => {
    if (!made.has(login)) seed.account(login, options);
    made.add(login);
  };
  for (const account of accounts)
    if (typeof account === 'string') make(account);
    else make(account.login, account);
  for (const [fullName, options] of Object.entries(repositories)) {
    make(fullName.split('/')[0] ?? '');
    await seed.repository(fullName, options);
  }
  for (const [value, options] of Object.entries(tokens)) seed.token({ value, ...options });
}
