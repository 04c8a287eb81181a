import * as z from 'zod/mini';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { nearest } from '../../text/nearest.ts';
import { harnessFile } from './schema.ts';
import type { Path } from './source.ts';

/** One thing that is wrong in the data of a harness, and where. */
export type Mistake = { path: Path; text: string };
type Issue = z.core.$ZodIssue;

/** What the schema has against the data, in words that name the nearest right key. */
export function mistakesIn(data: Json, issues: readonly Issue[]): Mistake[] {
  const schema = z.toJSONSchema(harnessFile) as JsonObject;
  const all = issues.flatMap(spread);
  const meant = new Set<string>();
  const unknown = all.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const keys = keysAt(schema, data, issue.path);
    return issue.keys.map((key): Mistake => {
      const near = nearest(key, keys)[0];
      if (near) meant.add([...issue.path, near].join('\n'));
      return { path: [...issue.path, key], text: `\`${key}\` is not known here${suggestion(near, keys)}` };
    });
  });
  const others = all
    .filter(({ code, path }) => code !== 'unrecognized_keys' && !meant.has(path.join('\n')))
    .map((issue): Mistake => ({ path: issue.path, text: words(issue, data) }));
  return [...unknown, ...others];
}

/** Where either of several forms would do, what is wrong with the one that was meant. */
function spread(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const meant = issue.errors.find((errors) =>
    errors.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  );
  if (!meant) return [issue];
  return meant.flatMap((inner) => spread({ ...inner, path: [...issue.path, ...inner.path] }));
}

function words(issue: Issue, data: Json): string {
  const name = issue.path.map(String).join('.') || 'the file';
  if (valueAt(data, issue.path) === undefined) return `\`${name}\` is missing.`;
  switch (issue.code) {
    case 'invalid_type':
      return `\`${name}\` has to be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}.`;
    case 'invalid_value':
      return choice(name, issue.values.map(String), valueAt(data, issue.path));
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? choice(name, issue.options.map(String), valueAt(data, issue.path))
        : `\`${name}\` has to be a text or a map.`;
    case 'too_small':
      return `\`${name}\` ${bound(issue.inclusive ? 'at least' : 'more than', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `\`${name}\` ${bound(issue.inclusive ? 'at most' : 'less than', issue.maximum, issue.origin)}`;
    default:
      return `\`${name}\` ${issue.message}.`;
  }
}

const bound = (side: string, limit: number | bigint, of: string): string =>
  of === 'array'
    ? `has to have ${side} ${limit} ${limit === 1 ? 'entry' : 'entries'}.`
    : `has to be ${side} ${limit}.`;

const choice = (name: string, right: readonly string[], given: unknown): string =>
  `\`${name}\` cannot be \`${String(given)}\`${suggestion(nearest(String(given), right)[0], right)}`;

const suggestion = (near: string | undefined, right: readonly string[]): string =>
  near ? `; did you mean \`${near}\`?` : `, but ${right.map((key) => `\`${key}\``).join(', ')}.`;

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], data);
}

/** The keys that the schema knows at a place. */
function keysAt(schema: JsonObject, data: Json, path: Path): string[] {
  let at: { schema: JsonObject; data: unknown }[] = fitting(schema, data);
  for (const key of path) {
    at = at.flatMap(({ schema, data }) => {
      const next = below(schema, key);
      return next ? fitting(next, valueAt(data, [key])) : [];
    });
  }
  return at.flatMap(({ schema }) => [
    ...Object.keys((schema['properties'] as JsonObject | undefined) ?? {}),
    ...(((schema['propertyNames'] as JsonObject | undefined)?.['enum'] ?? []) as readonly string[]),
  ]);
}

function below(schema: JsonObject, key: PropertyKey): JsonObject | null {
  const { properties, additionalProperties, items } = schema;
  const next = isJsonObject(properties) ? properties[String(key)] : undefined;
  return [next, additionalProperties, items].find((found) => isJsonObject(found)) ?? null;
}

/** The forms of a schema that the data may be meant as: by kind, and by the word that tells forms apart. */
function fitting(schema: JsonObject, data: unknown): { schema: JsonObject; data: unknown }[] {
  const forms = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  if (!forms) return [{ schema, data }];
  return forms.filter((form) => isMeant(form, data)).flatMap((form) => fitting(form, data));
}

function isMeant({ properties }: JsonObject, data: unknown): boolean {
  if (!isJsonObject(properties)) return false;
  return Object.entries(properties).every(([key, property]) => {
    const word = isJsonObject(property) ? property['const'] : undefined;
    return typeof word !== 'string' || valueAt(data, [key]) === word;
  });
}
