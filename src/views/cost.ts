import type { Spent } from '../core/model.ts';
import { type Entry, last, sitting } from '../core/session.ts';
import type { Settings } from '../core/task.ts';

/** What the cost is held against. */
export type Limited = Pick<Settings, 'model' | 'limits'>;

/** What it is held against in the newest sitting of a log. */
export function limitedIn(log: readonly Entry[]): Limited | null {
  const settings = last(log, 'sitting.opened')?.settings;
  return settings
    ? { ...settings, model: last(sitting(log), 'harness.chosen')?.model ?? settings.model }
    : null;
}

/**
 * `12 turns, 34,567 tokens, $0.0123`; what nobody told us is not guessed, `at least` says that some of it is missing, and
 * `at list price` that the provider told no dollars. A limit of dollars that could not be kept for want of prices is said.
 */
export const costWords = (turns: number, used: Spent, limited: Limited | null): string =>
  `${turns} ${turns === 1 ? 'turn' : 'turns'}, ${tokenWords(used)}, ${priceWords(used)}${unkept(used, limited)}`;

function tokenWords({ input, output, untold }: Spent): string {
  const tokens = `${(input + output).toLocaleString('en-US')} tokens`;
  if (untold.tokens === 0) return tokens;
  return input + output > 0 ? `at least ${tokens}` : 'tokens unknown';
}

function priceWords({ usd, listed, untold }: Spent): string {
  const price = `$${usd.toFixed(4)}${listed > 0 ? ' at list price' : ''}`;
  if (untold.prices === 0) return price;
  return usd > 0 ? `at least ${price}` : 'price unknown';
}

function unkept({ usd, untold }: Spent, limited: Limited | null): string {
  const limit = limited?.limits.usd ?? null;
  if (!limited || limit === null || untold.prices === 0) return '';
  return usd > 0
    ? `. The limit of $${limit} holds only for the answers whose price is known.`
    : `. The limit of $${limit} could not be kept: the price of ${limited.model} is unknown.`;
}
