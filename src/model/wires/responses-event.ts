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

const whole = {
  status: word,
  error: z.nullish(z.json()),
  incomplete_details: z.nullish(z.object({ reason: word })),
  output: z.nullish(z.array(item)),
  usage: z.nullish(usage),
};

/**
 * An event of a streamed answer, with everything optional: servers that copy the API leave much of it out. The last one holds
 * the whole answer, which is also what comes in place of events where nothing is streamed.
 */
export const responsesEvent = z.object({
  ...whole,
  type: word,
  output_index: count,
  item_id: word,
  item: z.nullish(item),
  delta: z.optional(z.unknown()),
  response: z.nullish(z.object(whole)),
});

/** The types that are read. A whole answer has none. */
export const responsesTypes: ReadonlySet<string> = new Set([
  'response.output_item.added',
  'response.output_item.done',
  'response.output_text.delta',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

export type ResponsesEvent = z.infer<typeof responsesEvent>;
export type WholeResponse = NonNullable<ResponsesEvent['response']>;
export type OutputItem = z.infer<typeof item>;
export type ResponseUsage = z.infer<typeof usage>;
