import * as z from 'zod/mini';

const word = z.nullish(z.string());
const count = z.nullish(z.number());

const call = z.object({
  index: count,
  id: word,
  function: z.nullish(z.object({ name: word, arguments: z.optional(z.unknown()) })),
});

const fragment = z.object({
  content: z.optional(z.unknown()),
  refusal: word,
  reasoning_content: word,
  reasoning: word,
  tool_calls: z.nullish(z.array(call)),
});

const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.nullish(z.object({ cached_tokens: count })),
  /** DeepSeek's and Moonshot's names for the cached part. */
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
  /** US dollars, where the provider tells (OpenRouter). */
  cost: count,
});

/**
 * A chunk of a chat answer as providers really send it: the documented one and its common extensions, with everything
 * optional. A whole answer (sent without streaming) has the same shape, with `message` in the place of `delta`.
 */
export const chatChunk = z.object({
  choices: z.nullish(
    z.array(z.object({ delta: z.nullish(fragment), message: z.nullish(fragment), finish_reason: word })),
  ),
  usage: z.nullish(usage),
  x_groq: z.nullish(z.object({ usage: z.nullish(usage) })),
});

export type ChatChunk = z.infer<typeof chatChunk>;
export type CallFragment = z.infer<typeof call>;
export type ChunkUsage = z.infer<typeof usage>;
