import * as z from 'zod/mini';
import type { JsonObject } from '../core/json.ts';
import { failure, type Tool, type ToolResult, type ToolWorld } from '../core/tool.ts';

/**
 * A tool whose arguments are checked before it runs. Models send more than they were asked for: what the schema does not
 * know is ignored, and what plainly means the right thing is taken for it (see the readers below).
 */
export const tool = <T>(definition: {
  name: string;
  changes: boolean;
  args: z.ZodMiniType<T>;
  run(args: T, at: ToolWorld): Promise<ToolResult>;
}): Tool => ({
  name: definition.name,
  changes: definition.changes,
  async run(args, at) {
    const checked = z.safeParse(definition.args, args);
    if (checked.success) return definition.run(checked.data, at);
    const issues = checked.error.issues.slice(0, 3);
    const why = issues.map((issue) => sentence(issue, args)).join(' ');
    return failure(why, { named: issues.map(nameOf) });
  },
});

/** Left out, or null. */
export const maybe = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value: T | null | undefined) => value ?? undefined),
  );

const withoutNul = z.refine<string>((value) => !value.includes('\0'), {
  error: 'must not hold a NUL character',
});
const shortEnough = z.refine<string>((value) => Buffer.byteLength(value) <= 100_000, {
  error: 'must have at most 100000 bytes: put the rest into a file first',
});

export const text = z.string();
export const path = z.string().check(z.minLength(1), withoutNul);
export const command = z.string().check(z.minLength(1), withoutNul, shortEnough);

/** A number, also as a string of digits. */
export const number = (...checks: Parameters<z.ZodMiniNumber['check']>) =>
  z.pipe(z.transform(digits), z.number().check(...checks));
export const whole = (...checks: Parameters<z.ZodMiniNumber['check']>) =>
  z.pipe(z.transform(digits), z.int().check(...checks));

function digits(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

/** True or false, also as a word. */
export const flag = z.pipe(
  z.transform((value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

/** A list, also as a string of JSON. */
export const list = <T>(item: z.ZodMiniType<T>, least = 0) =>
  z.pipe(z.transform(fromJson), z.array(item).check(z.minLength(least), z.maxLength(1000)));

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const nouns: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** One thing that is wrong with the arguments, in words that name it, what it must be and what came. */
function sentence(issue: z.core.$ZodIssue, args: JsonObject): string {
  const name = nameOf(issue);
  const came = issue.path.reduce<unknown>(within, args);
  const must = requirement(issue);
  if (came === undefined) return `\`${name}\` is missing: it ${must}.`;
  const enough = must.startsWith('must not') || issue.code === 'custom';
  return `\`${name}\` ${must}${enough ? '' : `, not ${shown(came)}`}.`;
}

/** An argument or what is in it, like `edits[0].old`. */
const nameOf = ({ path }: z.core.$ZodIssue): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);

function within(value: unknown, key: PropertyKey): unknown {
  const inner = fromJson(value);
  return typeof inner === 'object' && inner !== null
    ? (inner as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function requirement(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${nouns[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') {
    if (issue.origin !== 'number') return 'must not be empty';
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
  }
  if (issue.code === 'too_big')
    return `must ${issue.origin === 'number' ? 'be' : 'have'} at most ${issue.maximum}`;
  return issue.message;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
