import * as z from 'zod/mini';
import { partsOf } from '../commands/usage.ts';
import { canonicalTools } from './canonical.ts';
import { meant } from './meant.ts';
import type { HarnessFile } from './schema.ts';
import type { Path, Spot } from './source.ts';

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
      tools: z.optional(z.array(z.string())),
      finish: z.optional(z.literal(true)),
    }),
  ),
  recall: z.record(
    z.string(),
    z.strictObject({ from: z.array(tools), field: z.string(), missing: z.string() }),
  ),
  observation,
});

type At = (path: Path, text: string) => Spot;

/** What does not fit together in the table: tools that there are not, words that no tool takes. */
export function checkCommands({ codec, tools }: HarnessFile, at: At): Spot[] {
  if (codec.name !== 'commands') return [];
  const known = Object.keys(tools);
  const parameters = (tool: string): string[] =>
    Object.keys((tools[tool]?.parameters['properties'] ?? {}) as object);
  const unknown = (name: string, ...path: string[]): Spot[] =>
    known.includes(name) ? [] : [at(['codec', ...path], `There is no tool \`${name}\`${meant(name, known)}`)];
  const unheard = (parameter: string, names: readonly string[], ...path: string[]): Spot[] => {
    const right = names.flatMap(parameters);
    if (!names.every((name) => known.includes(name)) || right.includes(parameter)) return [];
    return [
      at(['codec', ...path], `No tool of it has a parameter \`${parameter}\`${meant(parameter, right)}`),
    ];
  };
  const { otherwise } = codec;
  return [
    ...unknown(otherwise.tool, 'otherwise', 'tool'),
    ...unheard(otherwise.parameter, [otherwise.tool], 'otherwise', 'parameter'),
    ...Object.entries(codec.commands).flatMap(([key, { usage, lines, tools: named = [], finish }]) => {
      const names = partsOf(usage).flatMap((part) => part.names);
      if (named.length > 0 === (finish === true)) {
        return [at(['codec', 'commands', key], `\`${key}\` needs either \`tools\` or \`finish: true\`.`)];
      }
      if (finish) return [];
      return [
        ...named.flatMap((name, index) => unknown(name, 'commands', key, 'tools', String(index))),
        ...names.flatMap((name) => unheard(name, named, 'commands', key, 'usage')),
        ...(lines ? unheard(lines.parameter, named, 'commands', key, 'lines', 'parameter') : []),
      ];
    }),
  ];
}
