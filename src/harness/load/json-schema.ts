import * as z from 'zod/mini';
import type { Json, JsonObject } from '../../core/json.ts';
import { harnessFile } from './schema.ts';

/** What editors check a harness.yml by. Nothing is required in it: an editor cannot see what `extends` brings along. */
export function harnessJsonSchema(): JsonObject {
  return withoutRequired(z.toJSONSchema(harnessFile, { reused: 'ref' }) as JsonObject) as JsonObject;
}

function withoutRequired(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'required' || !Array.isArray(value));
  return Object.fromEntries(
    kept.map(([key, value]) => [key === 'oneOf' ? 'anyOf' : key, withoutRequired(value as Json)]),
  );
}
