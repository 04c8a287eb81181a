import type { Usage } from '../core/model.ts';

/** `12 turns, 34,567 tokens, $0.0123`; a price that nobody told us is not guessed. */
export function costWords(turns: number, { input, output, usd }: Usage): string {
  const tokens = (input + output).toLocaleString('en-US');
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(4)}`;
  return `${turns} ${turns === 1 ? 'turn' : 'turns'}, ${tokens} tokens, ${price}`;
}
