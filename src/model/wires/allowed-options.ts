import { OiError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Prompt } from '../../core/model.ts';

/** What is said of tools: providers refuse it where there are none, as in a request for a summary. */
const ofTools: ReadonlySet<string> = new Set(['tool_choice', 'parallel_tool_calls']);

/** The request parameters of a prompt, all of which the wire must know. Throws `harness.invalid`. */
export function allowedOptions(
  { options, tools }: Prompt,
  known: ReadonlySet<string>,
  wire: string,
): JsonObject {
  const strange = Object.keys(options).filter((name) => !known.has(name));
  if (strange.length === 0) return tools.length > 0 ? options : withoutTools(options);
  throw new OiError(
    'harness.invalid',
    `The harness sets the request parameter ${strange.join(', ')}, which the ${wire} wire does not know.`,
    `Use only ${[...known].join(', ')}.`,
  );
}

const withoutTools = (options: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !ofTools.has(name)));
