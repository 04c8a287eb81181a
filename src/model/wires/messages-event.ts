import * as z from 'zod/mini';

const word = z.nullish(z.string());
const count = z.nullish(z.number());

/** `input_tokens` are those that were neither read from the cache nor written to it. */
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});

/** A block of content. What we do not know of it is kept: signed blocks go back as they came. */
const block = z.looseObject({
  type: word,
  text: word,
  thinking: word,
  signature: word,
  id: word,
  name: word,
  input: z.optional(z.unknown()),
});

const delta = z.object({
  type: word,
  text: word,
  thinking: word,
  signature: word,
  partial_json: word,
  stop_reason: word,
  stop_details: z.nullish(z.object({ explanation: word })),
});

const ending = { stop_reason: word, usage: z.nullish(usage) };

/**
 * An event of the messages wire with everything optional, as the event types may grow; a whole answer (`type` is `message`)
 * has the same shape. Source: https://platform.claude.com/docs/en/build-with-claude/streaming and the types of
 * `@anthropic-ai/sdk`.
 */
export const messagesEvent = z.object({
  type: word,
  index: count,
  message: z.nullish(z.object(ending)),
  content_block: z.nullish(block),
  delta: z.nullish(delta),
  content: z.nullish(z.array(block)),
  stop_details: z.nullish(z.object({ explanation: word })),
  ...ending,
});

/** The types that are read, `message` being a whole answer. */
export const messagesTypes: ReadonlySet<string> = new Set([
  'message',
  'message_start',
  'content_block_start',
  'content_block_delta',
  'message_delta',
  'message_stop',
]);

export type MessagesEvent = z.infer<typeof messagesEvent>;
export type MessagesBlock = z.infer<typeof block>;
export type MessagesUsage = z.infer<typeof usage>;
