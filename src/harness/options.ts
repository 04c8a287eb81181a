import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { Entry } from '../core/session.ts';
import { fill } from '../text/template.ts';

/** Every name that a text in request parameters can ask for. */
export const optionNames = ['session'];

/**
 * Request parameters with their texts filled in. `session` is the same through all sittings and resumes of a session, and tells
 * nothing of it: the mark that its first context got by chance, which the model reads in its prompt anyway.
 */
export function filledOptions(options: JsonObject, entries: readonly Entry[]): JsonObject {
  const context = entries.find((entry) => entry.type === 'context.gathered');
  const names = { session: context?.nonce ?? '' };
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, filled(value, names)]));
}

function filled(value: Json, names: object): Json {
  if (typeof value === 'string') return fill(value, names);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, names)]));
}
