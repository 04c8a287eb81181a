import type { JsonObject } from '../../core/json.ts';
import { attributesIn } from './attributes.ts';
import type { Form } from './form.ts';
import { corrected, type Notation, nothing, type Parsed, unended, wrongOrder } from './notation.ts';
import { close, open, placesOf, type Section, sectionIn, tagsIn, without } from './tags.ts';

/**
 * An answer as sections in tags within one of the name `root`. What stands in a section is raw: nothing is decoded, so that a
 * command is written as it is typed.
 */
export const xml = (root: string): Notation => ({
  read: (form, text) => readRoot(root, form, text),
  whole(form, text) {
    const end = text.indexOf(close(root), Math.max(0, text.indexOf(close(form.list))));
    if (!text.includes(close(form.list)) || end < 0) return null;
    const part = text.slice(0, end + close(root).length);
    const { error, warnings } = readRoot(root, form, part);
    return error === null && !warnings.some((warning) => warning.startsWith(onlyOne)) ? part : null;
  },
  write(form, commands) {
    const lines = commands.map(({ [form.text]: text, ...others }) => {
      const attributes = Object.entries(others).map(([name, value]) => ` ${name}="${String(value)}"`);
      return `<${form.text}${attributes.join('')}>${String(text)}${close(form.text)}`;
    });
    const words = form.words.map((name) => `${open(name)}${close(name)}`);
    const list = `${open(form.list)}\n${lines.join('\n')}\n${close(form.list)}`;
    const written = [open(root), ...words, list, close(root)].join('\n');
    const { error, commands: back } = readRoot(root, form, written);
    return error === null && JSON.stringify(back) === JSON.stringify(commands) ? written : null;
  },
});

const onlyOne = 'IMPORTANT: Only issue one';
const many = (name: string, count: number): string =>
  `${onlyOne} <${name}> block at a time. You issued ${count} and only the first was executed.`;

function readRoot(root: string, form: Form, text: string): Parsed {
  const start = text.indexOf(open(root));
  const end = text.indexOf(close(root), Math.max(0, start));
  const content = text.slice(start + open(root).length, end < 0 ? undefined : end).trim();
  const after = end < 0 ? '' : text.slice(end + close(root).length).trim();
  const count = text.split(open(root)).length - 1;
  const warnings = [
    ...(text.slice(0, Math.max(0, start)).trim() === ''
      ? []
      : [`Extra text detected before ${open(root)} tag`]),
    ...(after === '' ? [] : [`Extra text detected after ${close(root)} tag`]),
    ...(after !== '' && count > 1 ? [many(root, count)] : []),
  ];
  if (start < 0 || content === '') return { ...nothing, error: `No ${open(root)} tag found` };
  if (end < 0) warnings.unshift(corrected(`Missing ${close(root)} tag was automatically inserted`));
  const quote = text.slice(start, end < 0 ? undefined : end + close(root).length);
  return { ...readSections(form, content, warnings), quote };
}

function readSections(form: Form, content: string, before: readonly string[]): Parsed {
  const list = sectionIn(content, form.list);
  // Commands are raw: what looks like a section in one is none.
  const flag = sectionIn(without(content, [list]), form.complete);
  const sections = form.required.map((name) => sectionIn(content, name));
  const words = sections.flatMap((found) =>
    found && form.words.includes(found.name) ? [[found.name, found.text]] : [],
  );
  const complete = flag?.text.toLowerCase() === 'true';
  const warnings = [...before, ...strange(form, content, sections)];
  const parsed = { ...nothing, warnings, words: Object.fromEntries(words), complete };
  if (!list) return complete ? parsed : { ...parsed, error: `Missing <${form.list}> section` };
  return readCommands(form, list.text, parsed);
}

const emptyList = ({ list, text }: Form): string =>
  `<${list}> is empty: nothing is typed. To wait for a command, send an empty <${text}> with a duration.`;

/** What there is too much of, too little or in the wrong place. */
function strange(form: Form, content: string, sections: readonly (Section | null)[]): string[] {
  const names = [...form.required, form.complete];
  const rest = without(content, [...sections, sectionIn(content, form.complete)]);
  const unknown = tagsIn(rest).filter((name) => !names.includes(name));
  const places = new Map(names.map((name) => [name, placesOf(content, name)]));
  const first = (name: string): number => places.get(name)?.[0] ?? -1;
  const found = form.required
    .filter((name) => first(name) >= 0)
    .sort((one, other) => first(one) - first(other));
  return [
    ...form.required.flatMap((name, index) => (sections[index] ? [] : [`Missing <${name}> section`])),
    ...unknown.map((name) => `Unknown tag found: <${name}>, expected ${names.join('/')}`),
    ...names.flatMap((name) => severalOf(form, name, places.get(name)?.length ?? 0)),
    ...wrongOrder('Sections', found, form.required),
  ];
}

function severalOf({ list }: Form, name: string, count: number): string[] {
  if (count < 2) return [];
  return name === list ? [many(name, count)] : [`Multiple <${name}> sections found`];
}

/** Sections of commands, with attributes. */
function readCommands(form: Form, content: string, parsed: Parsed): Parsed {
  const commands: JsonObject[] = [];
  const warnings = [...parsed.warnings];
  let at = 0;
  for (const start of placesOf(content, form.text)) {
    if (start < at) continue;
    const inner = content.indexOf('>', start) + 1;
    const attributes = content.slice(start + form.text.length + 1, Math.max(start, inner - 1));
    const alone = attributes.endsWith('/');
    const end = alone ? inner : content.indexOf(close(form.text), inner);
    if (inner === 0 || end < 0) break;
    const others = numberIn(form, attributes, commands.length + 1, warnings);
    commands.push({ [form.text]: content.slice(inner, end), ...others });
    at = alone ? end : end + close(form.text).length;
  }
  for (const [index, { [form.text]: text }] of commands.slice(0, -1).entries())
    if (!String(text).endsWith('\n')) warnings.push(unended(index + 1));
  if (commands.length === 0 && !parsed.complete) warnings.push(emptyList(form));
  return { ...parsed, warnings: [...warnings, ...encoded(content)], commands };
}

function numberIn({ number }: Form, text: string, place: number, warnings: string[]): JsonObject {
  const attributes = attributesIn(text);
  const warn = (what: string): number => warnings.push(`Command ${place}: ${what}`);
  for (const { name, value, quoted } of attributes) {
    if (quoted === '') warn(`Attribute '${name}' value should be quoted: ${name}="${value}"`);
    if (quoted === "'") warn(`Use double quotes for attribute '${name}': ${name}="${value}"`);
    if (name !== number?.name)
      warn(`Unknown attribute '${name}'${number ? ` - known attributes are: ${number.name}` : ''}`);
  }
  if (!number) return {};
  const usual = `using default ${number.usual.toFixed(1)}`;
  const given = attributes.find(({ name }) => name === number.name)?.value;
  if (given === undefined) warn(`Missing ${number.name} attribute, ${usual}`);
  else if (given.trim() !== '' && Number.isFinite(Number(given))) return { [number.name]: Number(given) };
  else warn(`Invalid ${number.name} value '${given.slice(0, 100)}', ${usual}`);
  return { [number.name]: number.usual };
}

const entities = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** What was meant to be decoded, and is not. */
function encoded(content: string): string[] {
  const found = Object.entries(entities).filter(([entity]) => content.includes(entity));
  return [
    ...found.map(
      ([entity, sign]) =>
        `Warning: ${entity} is read verbatim and not converted to ${sign}. NEVER USE ${entity}, unless you want these exact characters to appear directly in the output.`,
    ),
    ...(content.includes('\\r\\n')
      ? ['Warning: \\r\\n line endings are not necessary - use \\n instead for simpler output']
      : []),
  ];
}
