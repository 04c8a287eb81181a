import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export type Schema = Record<string, unknown>;
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
};
export type Content = Record<string, { schema?: Schema }>;
export type Operation = {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content } | Reference>;
};
export type Reference = { $ref: string };
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  'x-webhooks': Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
};

/** Where GitHub answers null and its own description forgets to say so. Sources: FIDELITY.md. */
const forgottenNulls: readonly (readonly string[])[] = [
  // An outdated comment, or one on a whole file, has no line.
  ['pull-request-review-comment', 'position'],
  ['pull-request-review-comment', 'line'],
  ['pull-request-review-comment', 'original_line'],
  // A fork, and an account, can be deleted.
  ['pull-request', 'user'],
  ['pull-request', 'head', 'user'],
  ['pull-request', 'head', 'repo'],
  ['pull-request-simple', 'head', 'repo'],
];

let loaded: Description | null = null;

/** GitHub's published description, read once a process, in the form ajv understands. */
export function loadDescription(): Description {
  if (loaded) return loaded;
  const file = new URL('../schema/github-openapi-slice.json.gz', import.meta.url);
  const description = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Description;
  rewriteNullable(description.components, new Set());
  rewriteNullable(description.paths, new Set());
  rewriteNullable(description['x-webhooks'], new Set());
  for (const gap of forgottenNulls) allowNull(description, gap);
  loaded = description;
  return description;
}

function allowNull(description: Description, [name = '', ...path]: readonly string[]): void {
  let schema = description.components['schemas']?.[name] as Schema;
  for (const key of path) {
    const properties = schema['properties'] as Record<string, Schema>;
    if (key === path.at(-1)) properties[key] = { anyOf: [{ type: 'null' }, properties[key]] };
    else schema = properties[key] ?? {};
  }
}

/** OpenAPI 3.0 says `nullable` beside an enum, a reference or a union, which JSON Schema does not know. */
function rewriteNullable(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const inner of Object.values(value)) rewriteNullable(inner, seen);
  const schema = value as Schema;
  if (schema['nullable'] !== true) return;
  if (Array.isArray(schema['enum'])) schema['enum'] = [...schema['enum'], null];
  if (schema['type']) return;
  const inner = { ...schema };
  delete inner['nullable'];
  for (const key of Object.keys(schema)) delete schema[key];
  if (['allOf', 'anyOf', 'oneOf', '$ref'].some((key) => key in inner))
    schema['anyOf'] = [{ type: 'null' }, inner];
  else Object.assign(schema, inner);
}

export function follow<Target>(description: Description, value: Target | Reference): Target {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Target;
  let found: unknown = description;
  for (const key of value.$ref.slice(2).split('/'))
    found = (found as Record<string, unknown>)[unescapePointer(key)];
  return follow(description, found as Target | Reference);
}

const unescapePointer = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
