import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Measured, Text } from './recording.ts';

/** Characters of a text that are kept whole. */
const whole = 6000;
const end = 1200;

export const measured = (text: string): Measured => ({
  characters: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
});

export const kept = (text: string): Text =>
  text.length <= whole ? text : { ...measured(text), first: text.slice(0, end), last: text.slice(-end) };

/** A JSON schema with the length of each description in the place of its words. */
export function withoutWords(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'description' && typeof value === 'string') return [key, value.length];
      // Here the keys are names that somebody chose.
      if (['properties', '$defs', 'definitions'].includes(key) && isObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]))];
      return [key, key === 'enum' || key === 'required' || key === 'default' ? value : inner(value)];
    }),
  );
}

function inner(value: Json): Json {
  if (Array.isArray(value)) return value.map(inner);
  return isObject(value) ? withoutWords(value) : value;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
