import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { ArgName, ArgNames, ToolFace } from './data.ts';

/** A call's arguments in our names and units. */
export function toOurs(face: ToolFace, args: JsonObject): JsonObject {
  return { ...face.defaults, ...rename(face.args, args, 'in') };
}

/** Our arguments in the harness's names and units; what it has no name for is left out. */
export function toTheirs(face: ToolFace, args: JsonObject): JsonObject {
  return rename(face.args, args, 'out');
}

/**
 * What is wrong with a call's arguments, one phrase each in the harness's names: what is missing or of another type. A
 * number may come as digits. Whatever else can be wrong, the tool says.
 */
export function mistakes({ parameters }: ToolFace, args: JsonObject): string[] {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const required = Array.isArray(parameters['required']) ? parameters['required'] : [];
  const missing = required.filter((name): name is string => typeof name === 'string' && args[name] == null);
  const wrong = Object.entries(args).flatMap(([name, value]) => {
    const schema = properties[name];
    const type = isJsonObject(schema) ? schema['type'] : undefined;
    return value === null || typeof type !== 'string' || fits(type, value)
      ? []
      : [`\`${name}\` is not ${a(type)}`];
  });
  return [...missing.map((name) => `\`${name}\` is missing`), ...wrong];
}

function fits(type: string, value: Json): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'number':
    case 'integer':
      return toNumber(value) !== null;
    default:
      return typeof value === type;
  }
}

const a = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);

function toNumber(value: Json): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

type Way = 'in' | 'out';

function rename(names: ArgNames, given: JsonObject, way: Way): JsonObject {
  const renamed: Record<string, Json> = {};
  for (const [theirs, said] of Object.entries(names)) {
    const name = typeof said === 'string' ? { to: said } : said;
    const [from, to] = way === 'in' ? [theirs, name.to] : [name.to, theirs];
    const value = given[from];
    if (value !== undefined && value !== null) renamed[to] = convert(value, name, way);
  }
  return renamed;
}

function convert(value: Json, { per, text, each, words }: ArgName, way: Way): Json {
  const number = toNumber(value);
  if (each && Array.isArray(value)) {
    return value.map((item) => (isJsonObject(item) ? rename(each, item, way) : item));
  }
  if (per && number !== null) return way === 'in' ? number / per : number * per;
  if (text) return way === 'in' ? String(value) : (number ?? value);
  if (words && typeof value === 'string') return translate(value, words, way);
  return value;
}

const translate = (word: string, words: { readonly [theirs: string]: string }, way: Way): string =>
  (way === 'in' ? words[word] : Object.keys(words).find((theirs) => words[theirs] === word)) ?? word;
