import { placeholders } from '../../text/template.ts';
import { openingNames } from '../opening.ts';
import { canonicalTools } from './canonical.ts';
import { checkCommands } from './check-commands.ts';
import { checkOptions } from './check-options.ts';
import { checkSections } from './check-sections.ts';
import { checkOpenings, checkTemplates } from './check-templates.ts';
import { compactionFiles } from './compaction.ts';
import { meant } from './meant.ts';
import type { HarnessFile } from './schema.ts';
import { fileOf, lineOf, type NamedFile, type Path, type Spot } from './source.ts';

type Read = (name: string) => NamedFile | null;
type At = (path: Path, text: string) => Spot;

/** What a schema cannot see: files that are missing, broken templates, names that do not fit together. */
export function check(file: HarnessFile, read: Read, at: At): Spot[] {
  return [
    ...files(file, read, at),
    ...codecFits(file, at),
    ...checkCommands(file, at),
    ...checkOptions(file, at),
    ...checkSections(file, at),
    ...checkTemplates(file, at),
    ...checkOpenings(file, read),
    ...Object.keys(file.tools).flatMap(tool),
  ];

  function tool(name: string): Spot[] {
    const {
      args,
      defaults = {},
      recall = [],
      freeform,
      parameters,
      tool,
    } = file.tools[name] as HarnessFile['tools'][string];
    const theirs = Object.keys((parameters['properties'] ?? {}) as object);
    const ours = canonicalTools[tool] ?? [];
    const path = (...rest: string[]) => ['tools', name, ...rest];
    const wrong = (key: string, right: readonly string[], what: string, ...where: string[]): Spot[] =>
      right.includes(key) ? [] : [at(path(...where), `${what} \`${key}\`${meant(key, right)}`)];
    return [
      ...Object.keys(args).flatMap((key) => wrong(key, theirs, 'The parameters have no', 'args', key)),
      ...Object.entries(args).flatMap(([key, value]) =>
        wrong(
          (typeof value === 'string' ? value : value.to).split('.')[0] ?? '',
          ours,
          `\`${tool}\` has no argument`,
          'args',
          key,
        ),
      ),
      ...Object.keys(defaults).flatMap((key) =>
        wrong(key, ours, `\`${tool}\` has no argument`, 'defaults', key),
      ),
      ...recall.flatMap((told, index) =>
        wrong(
          typeof told === 'string' ? told : told.argument,
          ours,
          `\`${tool}\` has no argument`,
          'recall',
          String(index),
        ),
      ),
      ...(freeform
        ? wrong(freeform.parameter, theirs, 'The parameters have no', 'freeform', 'parameter')
        : []),
    ];
  }
}

function codecFits({ codec, tools }: HarnessFile, at: At): Spot[] {
  if (codec.name !== 'fenced') return [];
  const tool = tools[codec.tool];
  const names = Object.keys(tools);
  if (!tool) return [at(['codec', 'tool'], `There is no tool \`${codec.tool}\`${meant(codec.tool, names)}`)];
  const known = Object.keys(tool.args);
  const others = names
    .filter((name) => name !== codec.tool)
    .map((name) =>
      at(
        ['tools', name],
        `A block calls \`${codec.tool}\` only: take \`${name}\` out with null, or use the codec \`commands\`.`,
      ),
    );
  if (known.includes(codec.parameter)) return others;
  return [
    at(
      ['codec', 'parameter'],
      `\`${codec.tool}\` has no \`${codec.parameter}\`${meant(codec.parameter, known)}`,
    ),
    ...others,
  ];
}

/** Every Markdown file that is named: whether it is there, and for templates whether their names are known. */
function files(
  { system, opening, again, codec, compaction, tools }: HarnessFile,
  read: Read,
  at: At,
): Spot[] {
  const plain = Object.entries(tools).map(([name, { description }]): [Path, string] => [
    ['tools', name, 'description'],
    description,
  ]);
  const missing = ([path, name]: [Path, string]): Spot[] =>
    read(name) ? [] : [at(path, `There is no file \`${name}\`.`)];
  const template = (path: Path, name: string, known: readonly string[]): Spot[] => {
    const found = read(name);
    return found ? inTemplate(found, known, read) : missing([path, name]);
  };
  return [
    ...(system === undefined ? [] : template(['system'], system, openingNames)),
    ...plain.flatMap(missing),
    ...opening.flatMap((one, index) => template(['opening', index], fileOf(one), openingNames)),
    ...again.flatMap((one, index) => template(['again', index], fileOf(one), openingNames)),
    ...template(['codec', 'correction'], codec.correction, correctionNames[codec.name]),
    ...(codec.name === 'tool-calls' ? (codec.repeats?.reminders ?? []) : []).flatMap(({ file }, index) =>
      template(['codec', 'repeats', 'reminders', index, 'file'], file, ['count']),
    ),
    ...(codec.name === 'tool-calls' && codec.unused
      ? template(['codec', 'unused', 'file'], codec.unused.file, ['last'])
      : []),
    ...compactionFiles(compaction).flatMap(({ path, file, known, needed }) => [
      ...template(path, file, known),
      ...needed.flatMap((name) =>
        asksFor(read(file), name) ? [] : [at(path, `\`${file}\` has no \`{{${name}}}\`.`)],
      ),
    ]),
  ];
}

function asksFor(found: NamedFile | null, name: string): boolean {
  const names = found ? placeholders(found.text) : [];
  return !found || 'broken' in names || names.some((placeholder) => placeholder.name === name);
}

/** What the codecs fill into the text about an answer in the wrong form. */
const correctionNames = {
  'tool-calls': ['problems', 'cut', 'tools'],
  fenced: ['count', 'cut', 'label'],
  commands: ['cut'],
  'json-object': ['error', 'warnings', 'cut'],
  'xml-sections': ['error', 'warnings', 'cut'],
};

function inTemplate({ file, text }: NamedFile, known: readonly string[], read: Read | null): Spot[] {
  const found = placeholders(text);
  const spot = (offset: number, said: string): Spot => ({ file, ...lineOf(text, offset), text: said });
  if ('broken' in found) return [spot(found.at, `${found.broken}.`)];
  return found.flatMap(({ kind, name, at }) => {
    if (kind === 'file') {
      if (!read) return [spot(at, 'A file that is included cannot include another.')];
      const included = read(name);
      return included ? inTemplate(included, known, null) : [spot(at, `There is no file \`${name}\`.`)];
    }
    const [first = ''] = name.split('.');
    return known.includes(first)
      ? []
      : [spot(at, `Nothing is called \`${first}\` here${meant(first, known)}`)];
  });
}
