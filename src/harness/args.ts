import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { ArgName, ArgNames, ToolFace } from './data.ts';
import { typed } from './typed.ts';

/** A call's arguments in our names and units. `known`: what is known of those that it may leave out. */
export function toOurs(face: ToolFace, args: JsonObject, known: JsonObject = {}): JsonObject {
  return { ...face.defaults, ...known, ...rename(face.args, gathered(face, args), 'in') };
}

/** Our arguments in the harness's names and units; what it has no name for is left out. */
export function toTheirs(face: ToolFace, args: JsonObject): JsonObject {
  return rename(face.args, args, 'out');
}

/**
 * What is wrong with a call's arguments, one phrase each in the harness's names: what is missing or of another type. A
 * number may come as digits, and more as a text (`typed.ts`). Whatever else can be wrong, the tool says.
 */
export const mistakes = (face: ToolFace, args: JsonObject): string[] =>
  wrongIn(face.parameters, gathered(face, args), '');

function wrongIn(schema: JsonObject, args: JsonObject, before: string): string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name): name is string => typeof name === 'string' && args[name] == null);
  const wrong = Object.entries(args).flatMap(([name, value]) => {
    const expected = properties[name];
    return isJsonObject(expected) && value !== null ? wrongWith(expected, value, `${before}${name}`) : [];
  });
  return [...missing.map((name) => `\`${before}${name}\` is missing`), ...wrong];
}

function wrongWith(schema: JsonObject, value: Json, name: string): string[] {
  const { type, items, minLength, enum: words } = schema;
  if (typeof type === 'string' && !fits(type, value)) return [`\`${name}\` is not ${a(type)}`];
  if (Array.isArray(words) && !words.includes(value)) return [`\`${name}\` is none of ${words.join(', ')}`];
  if (value === '' && Number(minLength) > 0) return [`\`${name}\` is empty`];
  if (!Array.isArray(value) || !isJsonObject(items)) return [];
  return value.flatMap((item, index) => {
    const place = `${name}[${index}]`;
    return isJsonObject(item) ? wrongIn(items, item, `${place}.`) : wrongWith(items, item, place);
  });
}

/** A call's arguments as they are meant: of the right types, and each single item in the list that it came without. */
function gathered({ args: names, parameters }: ToolFace, args: JsonObject): JsonObject {
  let whole = typed(parameters, args);
  for (const [theirs, name] of Object.entries(names)) {
    if (typeof name === 'string' || !name.alone || !name.each) continue;
    const given = whole[theirs];
    const loose = Object.entries(whole).filter(([key]) => name.each && Object.hasOwn(name.each, key));
    if (isJsonObject(given)) whole = { ...whole, [theirs]: [given] };
    else if (given === undefined && loose.length > 0)
      whole = { ...whole, [theirs]: [Object.fromEntries(loose)] };
  }
  return whole;
}

function fits(type: string, value: Json): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'number':
      return toNumber(value) !== null;
    case 'integer':
      return Number.isInteger(toNumber(value));
    default:
      return typeof value === type;
  }
}

const a = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);

function toNumber(value: Json): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

/** An object of ours in their names. */
export const named = (names: ArgNames, ours: JsonObject): JsonObject => rename(names, ours, 'out');

type Way = 'in' | 'out';

function rename(names: ArgNames, given: JsonObject, way: Way): JsonObject {
  const renamed: Record<string, Json> = {};
  for (const [theirs, said] of Object.entries(names)) {
    const name = typeof said === 'string' ? { to: said } : said;
    const value = way === 'in' ? given[theirs] : (at(given, name.to) ?? name.or);
    if (value === undefined || value === null || unset(name, value, way)) continue;
    if (name.told && way === 'in') continue;
    put(renamed, way === 'in' ? name.to.split('.') : [theirs], convert(value, name, way));
  }
  return renamed;
}

const at = (given: Json, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], given);

/** Puts a value at a path; a part that is a number is a place in a list. */
function put(into: Record<string, Json>, [key = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  into[key] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  put(into[key] as Record<string, Json>, rest, value);
}

/** Whether a flag says nothing: theirs is not set, or ours is not what a set one stands for. */
const unset = ({ flag }: ArgName, value: Json, way: Way): boolean =>
  flag !== undefined && (way === 'in' ? value !== true : value !== flag);

function convert(value: Json, name: ArgName, way: Way): Json {
  const { text, each, words, flag } = name;
  if (flag !== undefined) return way === 'in' ? flag : true;
  if (each && Array.isArray(value)) {
    return value.map((item) => (isJsonObject(item) ? rename(each, item, way) : item));
  }
  const number = toNumber(value);
  if (isMeasure(name) && number !== null) return measure(number, name, way);
  if (text) return way === 'in' ? String(value) : (number ?? value);
  if (words && (typeof value === 'string' || typeof value === 'number')) return translate(value, words, way);
  return value;
}

const isMeasure = ({ per, plus, least, most }: ArgName): boolean =>
  [per, plus, least, most].some((part) => part !== undefined);

function measure(number: number, { per = 1, plus = 0, least, most }: ArgName, way: Way): number {
  if (way === 'out') return (number - plus) * per;
  return Math.min(
    Math.max(number / per + plus, least ?? Number.NEGATIVE_INFINITY),
    most ?? Number.POSITIVE_INFINITY,
  );
}

function translate(word: string | number, words: NonNullable<ArgName['words']>, way: Way): string | number {
  if (way === 'in') return (Object.hasOwn(words, word) && words[word]) || word;
  return Object.keys(words).find((theirs) => words[theirs] === word) ?? word;
}
