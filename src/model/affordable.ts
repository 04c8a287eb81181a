import type { Prompt, WireId } from '../core/model.ts';
import { costOf } from './informed.ts';
import { knownModels, type Prices } from './known.ts';

/** What a request costs at list prices in US dollars, and the prompt that costs no more. */
export type Affordable = { prompt: Prompt; usd: number | null };

/**
 * A prompt that costs at most `usd`, as far as it can be told before: the output that it allows is lowered where that helps,
 * and serves anybody. Where nothing does, the prompt stays as it is, with what it costs. Null: no price is known.
 */
export async function affordable(
  id: string,
  bytes: number,
  prompt: Prompt,
  { wire, usd }: { wire: WireId; usd: number },
): Promise<Affordable> {
  const prices = (await knownModels()).models.get(id)?.usd;
  if (!prices) return { prompt, usd: null };
  const ahead = costAhead(bytes, prompt, { wire, prices });
  const limit = limitOf(prompt);
  const input = costAhead(bytes, { ...prompt, options: {} }, { wire, prices });
  const room = Math.floor(((usd - input) / prices.output) * 1_000_000);
  if (ahead <= usd || limit === null || room < leastOutput) return { prompt, usd: ahead };
  const less = { ...prompt, options: { ...prompt.options, [limit.name]: room } };
  return { prompt: less, usd: costAhead(bytes, less, { wire, prices }) };
}

/** The tokens of a long answer with its calls. */
const leastOutput = 8192;
const bytesPerToken = 4;

/**
 * Its input by its size, nothing of it cached before, and as much output as it allows. Where it sets no such limit, what the
 * output costs is left out.
 */
function costAhead(
  bytes: number,
  prompt: Prompt,
  { wire, prices }: { wire: WireId; prices: Prices },
): number {
  const output = limitOf(prompt)?.tokens ?? 0;
  const input = Math.ceil(bytes / bytesPerToken);
  return costOf({ input, cached: 0, output, ...(wire === 'messages' && { written: input }) }, prices);
}

/** The limit of output, by whatever name its wire has for it. */
function limitOf({ options }: Prompt): { name: string; tokens: number } | null {
  const name = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'].find((known) => known in options);
  return name === undefined ? null : { name, tokens: Number(options[name]) };
}
