import type { Json, JsonObject } from '../../core/json.ts';
import { objectIn } from '../sections/form.ts';
import { meant } from './meant.ts';
import type { HarnessFile } from './schema.ts';
import type { Path, Spot } from './source.ts';

type At = (path: Path, text: string) => Spot;

/** What does not fit together where an answer is the parameters of one tool: names that these have not, and other tools. */
export function checkSections({ codec, tools }: HarnessFile, at: At): Spot[] {
  if (codec.name !== 'json-object' && codec.name !== 'xml-sections') return [];
  const tool = tools[codec.tool];
  const names = Object.keys(tools);
  if (!tool) return [at(['codec', 'tool'], `There is no tool \`${codec.tool}\`${meant(codec.tool, names)}`)];
  const { parameter, text } = codec.commands;
  const properties = objectIn(tool.parameters['properties'] as Json | undefined);
  const inEach = objectIn(objectIn(objectIn(properties[parameter])['items'])['properties']);
  const unknown = (name: string, known: JsonObject, ...path: string[]): Spot[] =>
    Object.hasOwn(known, name)
      ? []
      : [at(['codec', ...path], `\`${codec.tool}\` has no \`${name}\`${meant(name, Object.keys(known))}`)];
  return [
    ...names
      .filter((name) => name !== codec.tool)
      .map((name) =>
        at(['tools', name], `An answer is a call of \`${codec.tool}\`: take \`${name}\` out with null.`),
      ),
    ...unknown(parameter, properties, 'commands', 'parameter'),
    ...(Object.hasOwn(properties, parameter) ? unknown(text, inEach, 'commands', 'text') : []),
    ...unknown(codec.complete, properties, 'complete'),
  ];
}
