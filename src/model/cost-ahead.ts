import type { Prompt } from '../core/model.ts';
import { costOf } from './informed.ts';
import { knownModels } from './known.ts';

/**
 * US dollars that a request costs at list prices, null where there are none: its input by its size, nothing of it cached, and
 * as much output as it allows. Where it sets no such limit, what the output costs is left out.
 */
export async function costAhead(id: string, bytes: number, { options }: Prompt): Promise<number | null> {
  const prices = (await knownModels()).models.get(id)?.usd;
  if (!prices) return null;
  const output = Number(options['max_completion_tokens'] ?? options['max_tokens'] ?? 0);
  return costOf({ input: Math.ceil(bytes / bytesPerToken), cached: 0, output }, prices);
}

const bytesPerToken = 4;
