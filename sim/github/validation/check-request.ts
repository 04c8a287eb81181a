import { mistakesAt, mistakesIn } from './compile-schema.ts';
import type { Found } from './find-operation.ts';
import { type Content, follow, loadDescription, type Parameter, type Schema } from './load-description.ts';

/** What GitHub's description forbids in a request; stricter than GitHub, which ignores keys that it does not know. */
export function requestMistakes(found: Found, query: URLSearchParams, body: unknown): string[] {
  return [...parameterMistakes(found, query), ...bodyMistakes(found, body)];
}

function parameterMistakes(found: Found, query: URLSearchParams): string[] {
  const description = loadDescription();
  const parameters = (found.operation.parameters ?? []).map((each) => follow<Parameter>(description, each));
  const known = new Set(parameters.filter((each) => each.in === 'query').map((each) => each.name));
  const unknown = [...new Set(query.keys())].filter((name) => !known.has(name));
  return [
    ...unknown.map((name) => `unknown query parameter ${name}`),
    ...parameters.flatMap((parameter) => {
      const raw = parameter.in === 'path' ? found.values[parameter.name] : query.get(parameter.name);
      if (parameter.in === 'header') return [];
      if (raw === null || raw === undefined) return parameter.required ? [`missing ${parameter.name}`] : [];
      const schema = follow<Schema>(description, parameter.schema ?? {});
      return mistakesIn(schema, typed(schema, raw)).map(
        (text) => `${parameter.in} ${parameter.name}: ${text}`,
      );
    }),
  ];
}

/** Text of an address, as the type that its schema asks for. */
function typed(schema: Schema, raw: string): unknown {
  if (schema['oneOf'] && /^\d+$/.test(raw)) return Number(raw);
  if (schema['type'] === 'integer' || schema['type'] === 'number') return raw === '' ? raw : Number(raw);
  if (schema['type'] === 'boolean') return raw === 'true' || raw === 'false' ? raw === 'true' : raw;
  return schema['type'] === 'array' ? raw.split(',') : raw;
}

function bodyMistakes(found: Found, body: unknown): string[] {
  const { requestBody } = found.operation;
  const isEmpty =
    body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);
  if (!requestBody) return isEmpty ? [] : ['body: the operation takes none'];
  const { type, schema } = jsonContent(requestBody.content);
  if (isEmpty && requestBody.required !== true) return [];
  const pointer = [
    'paths',
    found.template,
    found.method.toLowerCase(),
    'requestBody',
    'content',
    type,
    'schema',
  ];
  return [...mistakesAt(pointer, body ?? {}).map((text) => `body ${text}`), ...unknownKeys(schema, body)];
}

function jsonContent(content: Content): { type: string; schema: Schema } {
  const [type = '', media] = Object.entries(content)[0] ?? [];
  return { type, schema: follow<Schema>(loadDescription(), media?.schema ?? {}) };
}

function unknownKeys(schema: Schema, body: unknown): string[] {
  const { properties, additionalProperties, anyOf, oneOf } = schema;
  if (!properties || additionalProperties !== undefined || oneOf || (anyOf && !properties)) return [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body)
    .filter((key) => !(key in (properties as object)))
    .map((key) => `body: unknown property ${key}`);
}
