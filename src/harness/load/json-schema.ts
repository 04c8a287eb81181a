import * as z from 'zod/mini';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { harnessFile } from './schema.ts';

/**
 * What editors check a harness.yml by. Nothing is required in it, because an editor cannot see what `extends` brings along,
 * and what is not needed may be null, which takes out what is inherited under that name.
 */
export function harnessJsonSchema(): JsonObject {
  return loosened(z.toJSONSchema(harnessFile, { reused: 'ref' }) as JsonObject) as JsonObject;
}

function loosened(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(loosened);
  if (!isJsonObject(schema)) return schema;
  const { required, properties, additionalProperties, oneOf, ...rest } = schema;
  const needed = Array.isArray(required) ? required : [];
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, loosened(value as Json)])),
    ...(oneOf !== undefined && { anyOf: loosened(oneOf) }),
    ...(isJsonObject(properties) && { properties: named(properties, needed) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isJsonObject(additionalProperties)
        ? orNull(loosened(additionalProperties))
        : additionalProperties,
    }),
  };
}

/** What a harness needs may be inherited, and cannot be taken out. */
const named = (properties: JsonObject, needed: readonly Json[]): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      needed.includes(name) ? loosened(inner) : orNull(loosened(inner)),
    ]),
  );

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
