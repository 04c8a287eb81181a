import type { Spent } from '../core/model.ts';

/** `12 turns, 34,567 tokens, $0.0123`; what nobody told us is not guessed, and `at least` says that some of it is missing. */
export const costWords = (turns: number, used: Spent): string =>
  `${turns} ${turns === 1 ? 'turn' : 'turns'}, ${tokenWords(used)}, ${priceWords(used)}`;

function tokenWords({ input, output, untold }: Spent): string {
  const tokens = `${(input + output).toLocaleString('en-US')} tokens`;
  if (untold.tokens === 0) return tokens;
  return input + output > 0 ? `at least ${tokens}` : 'tokens unknown';
}

function priceWords({ usd, untold }: Spent): string {
  const price = `$${usd.toFixed(4)}`;
  if (untold.prices === 0) return price;
  return usd > 0 ? `at least ${price}` : 'price unknown';
}
