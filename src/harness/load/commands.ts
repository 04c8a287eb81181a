import * as z from 'zod/mini';
import { canonicalTools } from './canonical.ts';

const tools = z.enum(Object.keys(canonicalTools) as [string, ...string[]]);

/** What the codec `commands` is told besides what every codec is; `data.ts` says what the parts mean. */
export const commandsCodec = <Rendering extends z.core.$ZodType>(observation: Rendering) => ({
  name: z.literal('commands'),
  otherwise: z.strictObject({ tool: z.string(), parameter: z.string() }),
  commands: z.record(
    z.string(),
    z.strictObject({
      usage: z.string().check(z.regex(/^[^\s<[]/, 'must begin with the name of the command')),
      lines: z.optional(z.strictObject({ parameter: z.string(), until: z.string() })),
      defaults: z.optional(z.record(z.string(), z.string())),
      tools: z.optional(z.array(z.string())),
      instead: z.optional(z.record(z.string(), z.array(z.string()))),
      finish: z.optional(z.literal(true)),
    }),
  ),
  recall: z.record(
    z.string(),
    z.strictObject({ from: z.array(tools), field: z.string(), missing: z.string() }),
  ),
  blocked: z.optional(
    z.strictObject({ begins: z.array(z.string()), alone: z.array(z.string()), template: z.string() }),
  ),
  observation,
});
