import { isJsonObject, type Json } from '../../core/json.ts';
import { placeholders } from '../../text/template.ts';
import { optionNames } from '../options.ts';
import { meant } from './meant.ts';
import type { HarnessFile } from './schema.ts';
import type { Path, Spot } from './source.ts';

/** Texts in request parameters are templates: whether they are whole, and ask for names that there are. */
export function checkOptions(
  { options = {}, over = {} }: HarnessFile,
  at: (path: Path, text: string) => Spot,
): Spot[] {
  const inValue = (path: Path, value: Json | undefined): Spot[] => {
    if (typeof value === 'string') return inText(path, value);
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, each]) => inValue([...path, name], each));
  };
  const inText = (path: Path, text: string): Spot[] => {
    const found = placeholders(text);
    if ('broken' in found) return [at(path, `${found.broken}.`)];
    return found.flatMap(({ name }) =>
      optionNames.includes(name)
        ? []
        : [at(path, `Nothing is called \`${name}\` here${meant(name, optionNames)}`)],
    );
  };
  return [...inValue(['options'], options as Json), ...inValue(['over'], over as Json)];
}
