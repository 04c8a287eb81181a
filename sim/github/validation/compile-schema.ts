import { createRequire } from 'node:module';
import type { Ajv as AjvClass, ValidateFunction } from 'ajv';
import { loadDescription, type Schema } from './load-description.ts';

// Both packages are CommonJS whose types and values disagree under `nodenext`.
const require = createRequire(import.meta.url);
const { Ajv } = require('ajv') as { Ajv: typeof AjvClass };
const addFormats = require('ajv-formats') as (ajv: AjvClass) => void;

let ajv: AjvClass | null = null;
const compiled = new Map<string, ValidateFunction>();

/** The mistakes in `value` by the schema at a path of the description; empty when there is none. */
export function mistakesAt(pointer: readonly string[], value: unknown): string[] {
  const key = pointer.join('\0');
  const known = compiled.get(key);
  const validate =
    known ?? instance().compile({ $ref: `github#${pointer.map((part) => `/${escapePart(part)}`).join('')}` });
  compiled.set(key, validate);
  return mistakesOf(validate, value);
}

/** The same for a schema at hand, of a parameter. */
export function mistakesIn(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? instance().compile(schema);
  compiled.set(key, validate);
  return mistakesOf(validate, value);
}

function instance(): AjvClass {
  if (ajv) return ajv;
  // A schema is compiled for each process of tests and used a few times: making its code shorter takes longer than running it.
  const code = { optimize: false };
  ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    inlineRefs: false,
    code,
  });
  addFormats(ajv);
  ajv.addSchema({ $id: 'github', ...loadDescription() });
  return ajv;
}

function mistakesOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const detail = 'allowedValues' in params ? ` ${JSON.stringify(params['allowedValues'])}` : '';
    return `${instancePath || '/'} ${message}${detail}`;
  });
}

const escapePart = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
