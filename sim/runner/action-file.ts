import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** What the runner reads of an action.yml. Source: https://docs.github.com/actions/reference/metadata-syntax-for-github-actions. */
const shape = z.object({
  name: z.string(),
  inputs: z._default(
    z.record(
      z.string(),
      z.nullable(
        z.object({ default: z.optional(z.coerce.string()), deprecationMessage: z.optional(z.string()) }),
      ),
    ),
    {},
  ),
  outputs: z._default(z.record(z.string(), z.unknown()), {}),
  runs: z.object({
    using: z.enum(['node20', 'node24']),
    pre: z.optional(z.string()),
    main: z.string(),
    post: z.optional(z.string()),
  }),
});
export type ActionFile = z.infer<typeof shape>;

/** `dir` holds action.yml. Only JavaScript actions can be run. */
export const readActionFile = (dir: string): ActionFile =>
  shape.parse(parse(readFileSync(join(dir, 'action.yml'), 'utf8')));

/**
 * The `INPUT_*` variables and the runner's warnings. Names match in any case; what `with:` does not give has its default,
 * evaluated; an input nobody declared is passed on all the same, with a warning.
 */
export function readInputs(
  action: ActionFile,
  given: Readonly<Record<string, string>>,
  evaluate: (text: string) => string,
): { env: Record<string, string>; warnings: string[] } {
  const lower = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const known = new Map(Object.keys(action.inputs).map((name) => [name.toLowerCase(), name]));
  const warnings: string[] = [];
  const unexpected = [...lower.keys()].filter((name) => !known.has(name));
  if (unexpected.length > 0) {
    const quote = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(', ');
    warnings.push(`Unexpected input(s) ${quote(unexpected)}, valid inputs are [${quote(known.values())}]`);
  }
  const env: Record<string, string> = {};
  for (const name of new Set([...known.keys(), ...lower.keys()])) {
    const declared = action.inputs[known.get(name) ?? ''];
    const value = lower.get(name);
    if (value !== undefined && declared?.deprecationMessage)
      warnings.push(`Input '${name}' has been deprecated with message: ${declared.deprecationMessage}`);
    env[inputVariable(name)] = value ?? evaluate(declared?.default ?? '');
  }
  return { env, warnings };
}

const inputVariable = (name: string): string => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
