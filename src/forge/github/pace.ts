import { setTimeout as wait } from 'node:timers/promises';
import type { ThrottlingOptions } from '@octokit/plugin-throttling';

type Group = NonNullable<ThrottlingOptions['write']>;

/**
 * GitHub asks for a second between writes "if you are making a large number" of them; octokit's throttling waits from the
 * first on, three seconds for comments. A usual run writes about eight times, so the first twenty need not wait.
 * Source: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api.
 */
export function burst(free: number, milliseconds: number): Group {
  let made = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const schedule = (_options: unknown, work: () => Promise<unknown>): Promise<unknown> => {
    made += 1;
    if (made > free) turn = turn.then(() => wait(milliseconds));
    return turn.then(work);
  };
  // Of a Bottleneck group the plugin uses no more than this.
  return { key: () => ({ schedule }) } as unknown as Group;
}
