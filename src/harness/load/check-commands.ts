import { namesIn } from '../commands/usage.ts';
import { meant } from './meant.ts';
import type { HarnessFile } from './schema.ts';
import type { Path, Spot } from './source.ts';

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
    ...Object.entries(codec.commands).flatMap(
      ([key, { usage, lines, defaults = {}, tools = [], instead = {}, finish }]) => {
        const named = [...tools, ...Object.values(instead).flat()];
        if (tools.length === 0 && !finish) {
          return [at(['codec', 'commands', key], `\`${key}\` needs \`tools\` or \`finish: true\`.`)];
        }
        return [
          ...tools.flatMap((name, index) => unknown(name, 'commands', key, 'tools', String(index))),
          ...Object.entries(instead).flatMap(([fault, others]) =>
            others.flatMap((name, index) => unknown(name, 'commands', key, 'instead', fault, String(index))),
          ),
          ...namesIn(usage).flatMap((name) => unheard(name, named, 'commands', key, 'usage')),
          ...Object.keys(defaults).flatMap((name) => unheard(name, named, 'commands', key, 'defaults', name)),
          ...(lines ? unheard(lines.parameter, named, 'commands', key, 'lines', 'parameter') : []),
        ];
      },
    ),
  ];
}
