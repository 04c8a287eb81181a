import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Form } from './form.ts';
import {
  corrected,
  type Notation,
  nothing,
  type Parsed,
  unended,
  wrongCommands,
  wrongOrder,
} from './notation.ts';

/** An answer as a JSON object, with or without words around it. */
export const json: Notation = {
  read(form, text) {
    const parsed = readObject(form, text);
    if (parsed.error === null) return parsed;
    for (const [fix, mend] of fixes) {
      const mended = mend(text);
      const again = mended === null ? parsed : readObject(form, mended);
      if (again.error === null)
        return { ...again, warnings: [corrected(fix), ...again.warnings], quote: text.trim() };
    }
    return parsed;
  },
  whole: () => null,
  write(form, commands) {
    const words = form.words.map((name): [string, Json] => [name, '']);
    return JSON.stringify({ ...Object.fromEntries(words), [form.list]: commands });
  },
};

const fixes: readonly (readonly [fix: string, mend: (text: string) => string | null])[] = [
  ['Fixed incomplete JSON by adding missing closing brace', withBraces],
  ['Extracted JSON from mixed content', firstObject],
];

function withBraces(text: string): string | null {
  const missing = text.split('{').length - text.split('}').length;
  return missing > 0 ? text + '}'.repeat(missing) : null;
}

/** The first part that is an object in which objects hold no others. */
function firstObject(text: string): string | null {
  const parts = text.matchAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g);
  for (const [part] of parts) if (typeof toJson(part) !== 'string') return part;
  return null;
}

function readObject(form: Form, text: string): Parsed {
  const found = balanced(text);
  if (!found)
    return { ...nothing, error: 'No valid JSON found in response', warnings: ['No valid JSON object found'] };
  const quote = text.slice(found.start, found.end);
  const warnings = [
    ...(text.slice(0, found.start).trim() === '' ? [] : ['Extra text detected before JSON object']),
    ...(text.slice(found.end).trim() === '' ? [] : ['Extra text detected after JSON object']),
  ];
  const data = toJson(quote);
  if (typeof data === 'string')
    return { ...nothing, warnings, error: `Invalid JSON: ${data}${preview(quote)}` };
  return { ...readFields(form, data, warnings), quote };
}

/** The object, or what is wrong with it. */
function toJson(text: string): JsonObject | string {
  try {
    const data: Json = JSON.parse(text);
    return isJsonObject(data) ? data : 'it is no object';
  } catch (error) {
    return (error as Error).message;
  }
}

const preview = (text: string): string =>
  text.length < 200
    ? ` | Content: ${JSON.stringify(text)}`
    : ` | Content preview: ${JSON.stringify(text.slice(0, 100).toWellFormed())}...`;

/** From the first brace to the one that closes it, apart from those in strings. */
function balanced(text: string): { start: number; end: number } | null {
  let [start, depth, inString] = [-1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '{' && depth++ === 0) start = at;
    else if (sign === '}' && --depth === 0 && start >= 0) return { start, end: at + 1 };
  }
  return null;
}

function readFields(form: Form, data: JsonObject, before: readonly string[]): Parsed {
  const missing = form.required.filter((name) => !Object.hasOwn(data, name));
  if (missing.length > 0)
    return { ...nothing, warnings: before, error: `Missing required fields: ${missing.join(', ')}` };
  const flag = data[form.complete] ?? null;
  const list = data[form.list];
  const wrong = form.words.filter((name) => Object.hasOwn(data, name) && typeof data[name] !== 'string');
  const warnings = [...before, ...wrong.map((name) => `Field '${name}' should be a string`)];
  if (!Array.isArray(list)) return { ...nothing, warnings, error: `Field '${form.list}' must be an array` };
  const found = Object.keys(data).filter((name) => form.required.includes(name));
  warnings.push(...wrongOrder('Fields', found, form.required));
  if (flag !== null && typeof flag !== 'boolean' && typeof flag !== 'string')
    warnings.push(`Field '${form.complete}' should be a boolean or string`);
  const words = form.words.flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : []));
  const complete =
    typeof flag === 'string' ? ['true', '1', 'yes'].includes(flag.toLowerCase()) : Boolean(flag);
  return readCommands(form, list, { ...nothing, warnings, words: Object.fromEntries(words), complete });
}

function readCommands(form: Form, list: readonly Json[], parsed: Parsed): Parsed {
  const commands: JsonObject[] = [];
  const warnings = [...parsed.warnings];
  for (const [index, command] of list.entries()) {
    const place = index + 1;
    const wrong = wrongWith(form, command, place);
    if (wrong !== null) return wrongCommands({ ...parsed, warnings }, wrong);
    const { [form.text]: text, ...others } = command as JsonObject;
    commands.push({ [form.text]: String(text), ...numberIn(form, others, place, warnings) });
    const unknown = Object.keys(others).filter((name) => name !== form.number?.name);
    if (unknown.length > 0) warnings.push(`Command ${place}: Unknown fields: ${unknown.join(', ')}`);
    if (place < list.length && !String(text).endsWith('\n')) warnings.push(unended(place));
  }
  return { ...parsed, warnings, commands };
}

function wrongWith({ text }: Form, command: Json, place: number): string | null {
  if (!isJsonObject(command)) return `Command ${place} must be an object`;
  if (!Object.hasOwn(command, text)) return `Command ${place} missing required '${text}' field`;
  return typeof command[text] === 'string' ? null : `Command ${place} '${text}' must be a string`;
}

function numberIn({ number }: Form, command: JsonObject, place: number, warnings: string[]): JsonObject {
  if (!number) return {};
  const value = command[number.name];
  if (typeof value === 'number') return { [number.name]: value };
  const what = value === undefined ? `Missing ${number.name} field` : `Invalid ${number.name} value`;
  warnings.push(`Command ${place}: ${what}, using default ${number.usual.toFixed(1)}`);
  return { [number.name]: number.usual };
}
