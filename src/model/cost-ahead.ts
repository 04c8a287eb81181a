import type { Prompt, WireId } from '../core/model.ts';
import { costOf } from './informed.ts';
import { knownModels } from './known.ts';

/**
 * US dollars that a request costs at list prices, null where there are none: its input by its size, nothing of it cached before, and
 * as much output as it allows. Where it sets no such limit, what the output costs is left out.
 */
export async function costAhead(
  id: string,
  bytes: number,
  { options }: Prompt,
  wire: WireId,
): Promise<number | null> {
  const prices = (await knownModels()).models.get(id)?.usd;
  if (!prices) return null;
  const limits = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'].map((name) => options[name]);
  const output = Number(limits.find((limit) => limit !== undefined) ?? 0);
  const input = Math.ceil(bytes / bytesPerToken);
  return costOf({ input, cached: 0, output, ...(wire === 'messages' && { written: input }) }, prices);
}

const bytesPerToken = 4;
