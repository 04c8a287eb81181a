import * as z from 'zod/mini';
import { OiError } from '../core/errors.ts';
import { nearest } from '../text/nearest.ts';
import { type Environment, readInput } from './runner-protocol.ts';
import { commandLines, sharedValues } from './values.ts';

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const url = 'a web address such as `https://api.example.com/v1`';
const file = 'the path of a .yml file in the repository';
const isConfigPath = (path: string): boolean =>
  /\.ya?ml$/.test(path) && !path.startsWith('/') && !path.split('/').includes('..');

/** Where nobody names a settings file, there need not be one. */
export const defaultConfig = '.github/oi.yml';

/** The inputs of action.yml; a test holds both together. An empty input is one that is not set. */
const shape = z.object({
  'github-token': z.string({ error: 'a token' }),
  'api-key': z.optional(z.string()),
  'base-url': z.optional(z.string().check(z.refine(isUrl, { error: url }))),
  config: z._default(z.string().check(z.refine(isConfigPath, { error: file })), defaultConfig),
  trigger: z._default(
    z.string().check(z.regex(/^\S{2,40}$/, { error: 'one word of 2 to 40 characters, e.g. `/oi`' })),
    '/oi',
  ),
  label: z._default(
    z.string().check(z.regex(/^.{1,50}$/, { error: 'the name of a label, e.g. `oi`' })),
    'oi',
  ),
  prompt: z.optional(z.string()),
  'job-status': z.optional(z.string()),
  ...sharedValues,
});

export type Inputs = z.infer<typeof shape>;
export const inputNames = Object.keys(shape.shape) as readonly (keyof Inputs)[];
const numbers: ReadonlySet<string> = new Set(['max-turns', 'max-minutes', 'max-usd', 'verify-rounds']);

/** The action's inputs, checked. Throws `input.missing` and `input.invalid`, naming the input and never its value. */
export function parseInputs(env: Environment): Inputs {
  refuseMisspelt(env);
  const parsed = shape.safeParse(given(env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  if (name === 'github-token') throw noToken();
  throw new OiError(
    'input.invalid',
    `The input \`${name}\` must be ${issue?.message}.`,
    `Correct \`${name}\` in the workflow file, or leave it out.`,
  );
}

const given = (env: Environment): Record<string, unknown> =>
  Object.fromEntries(
    inputNames
      .map((name) => [name, readInput(env, name)] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, inputValue(name, text)]),
  );

/** An input is always text; what is no number or yes or no stays text, and is refused as such. */
function inputValue(name: string, text: string): unknown {
  if (numbers.has(name)) return Number(text);
  if (name === 'verify') return commandLines(text);
  if (name === 'ready-when-green') return { true: true, false: false }[text] ?? text;
  return text;
}

/** The runner only warns of an input that does not exist; a limit that is misspelt must not be no limit. */
function refuseMisspelt(env: Environment): void {
  for (const [variable, text] of Object.entries(env)) {
    const name = /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase();
    if (!name || !text || inputNames.some((known) => known === name)) continue;
    const meant = nearest(name, inputNames)[0];
    if (!meant) continue;
    throw new OiError(
      'input.invalid',
      `There is no input \`${name}\`.`,
      `Write \`${meant}\` in the workflow file if that is what you meant, else leave it out.`,
    );
  }
}

const noToken = (): OiError =>
  new OiError(
    'input.missing',
    'The input `github-token` is empty.',
    'Leave it out to use the token of the job, or pass a secret that exists.',
  );
