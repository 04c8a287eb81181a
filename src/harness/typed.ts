import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/**
 * A call's arguments as its schema has them, where a text plainly means something else: some models and servers write
 * true, lists and maps as texts. What does not fit stays as it is.
 */
export function typed(schema: JsonObject, args: JsonObject): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const expected = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isJsonObject(expected) ? as(expected, value) : value];
    }),
  );
}

function as(schema: JsonObject, given: Json): Json {
  const value = typeof given === 'string' ? meaning(schema['type'], given) : given;
  const { items } = schema;
  if (Array.isArray(value) && isJsonObject(items)) return value.map((item) => as(items, item));
  return isJsonObject(value) ? typed(schema, value) : value;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function meaning(type: Json | undefined, text: string): Json {
  if (type === 'boolean') return words.get(text.trim().toLowerCase()) ?? text;
  if (type !== 'array' && type !== 'object') return text;
  const value = parsed(text);
  return (type === 'array' ? Array.isArray(value) : isJsonObject(value)) ? (value as Json) : text;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
