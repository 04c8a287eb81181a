import * as z from 'zod/mini';

const word = z.nullish(z.string());
const count = z.nullish(z.number());

const part = z.looseObject({ type: word, text: word, refusal: word });

/** An item of the output; what is not read of it stays in it, since reasoning goes back as it came. */
const item = z.looseObject({
  type: word,
  id: word,
  call_id: word,
  name: word,
  arguments: z.optional(z.unknown()),
  input: z.optional(z.unknown()),
  content: z.nullish(z.array(part)),
  summary: z.nullish(z.array(part)),
  encrypted_content: word,
  phase: word,
});

const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z.nullish(z.object({ cached_tokens: count })),
  /** US dollars, where the provider tells (OpenRouter). */
  cost: count,
});

/** A whole answer: the body of one that is not streamed, and what the last event of a stream holds. */
export const wholeResponse = z.object({
  status: word,
  error: z.optional(z.unknown()),
  incomplete_details: z.nullish(z.object({ reason: word })),
  output: z.nullish(z.array(item)),
  usage: z.nullish(usage),
});

/** An event of a streamed answer, with everything optional: servers that copy the API leave much of it out. */
export const responsesEvent = z.object({
  type: word,
  output_index: count,
  item_id: word,
  item: z.nullish(item),
  delta: z.optional(z.unknown()),
  response: z.nullish(wholeResponse),
});

export type ResponsesEvent = z.infer<typeof responsesEvent>;
export type WholeResponse = z.infer<typeof wholeResponse>;
export type OutputItem = z.infer<typeof item>;
