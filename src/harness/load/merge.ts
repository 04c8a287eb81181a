import { isJsonObject, type Json } from '../../core/json.ts';

/** What a harness says on top of what it extends: maps merge key by key, null takes a key out, everything else replaces. */
export function merge(base: Json, over: Json): Json {
  if (!isJsonObject(over)) return over;
  const merged: Record<string, Json> = isJsonObject(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key] ?? null, value);
  }
  return merged;
}
