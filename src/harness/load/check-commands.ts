import { partsOf } from '../commands/usage.ts';
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
