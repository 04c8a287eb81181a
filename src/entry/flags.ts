import { parseArgs } from 'node:util';
import { OiError } from '../core/errors.ts';
import { type WireId, wireIds } from '../core/model.ts';
import { type SandboxMode, sandboxModes } from '../core/sandbox.ts';
import type { Limits } from '../core/task.ts';
import { nearest } from '../text/nearest.ts';

/** What `oi exec` was asked: flags win over `OI_…` variables, which win over the defaults. */
export type ExecFlags = {
  json: boolean;
  folder: string | null;
  model: string | null;
  baseUrl: string | null;
  harness: string | null;
  wire: WireId | null;
  sandbox: SandboxMode | null;
  output: string | null;
  resume: string | null;
  limits: Limits;
  /** The names of those that were typed, not set by a variable. */
  typed: ReadonlySet<string>;
  /** The words, `-` for standard input, null when there are none. */
  prompt: string | null;
};

type Flag = { type: 'string' | 'boolean'; short?: string };
/** Each is also read from the environment as `OI_` and its name in capitals, e.g. `OI_BASE_URL`. */
const flags = {
  json: { type: 'boolean' },
  cd: { type: 'string', short: 'C' },
  model: { type: 'string', short: 'm' },
  'base-url': { type: 'string' },
  harness: { type: 'string' },
  wire: { type: 'string' },
  sandbox: { type: 'string', short: 's' },
  output: { type: 'string', short: 'o' },
  resume: { type: 'string' },
  'max-turns': { type: 'string' },
  'max-minutes': { type: 'string' },
  'max-usd': { type: 'string' },
} as const satisfies Record<string, Flag>;
type Name = keyof typeof flags;

/** Those that decide what is asked; the others, how it is worked on. */
export const askingFlags: readonly Name[] = ['cd', 'model', 'base-url', 'harness', 'wire'];

/** Throws `input.*`, naming the flag and the nearest right one of `known`. */
export function parseExecFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  known: readonly Name[] = Object.keys(flags) as Name[],
): ExecFlags {
  const { values, positionals } = parse(args, known);
  const given = (name: Name): string | null => {
    const value = values[name] ?? env[`OI_${name.replaceAll('-', '_').toUpperCase()}`];
    return value === undefined || value === '' ? null : String(value);
  };
  if (positionals.length > 1) {
    throw new OiError(
      'input.invalid',
      `There are ${positionals.length} prompts.`,
      'Put the prompt in quotes.',
    );
  }
  return {
    json: isYes(given('json')),
    folder: given('cd'),
    model: given('model'),
    baseUrl: given('base-url'),
    harness: given('harness'),
    wire: wireNamed(given('wire')),
    sandbox: sandboxMode(given('sandbox'), values.sandbox !== undefined),
    output: given('output'),
    resume: given('resume'),
    limits: {
      turns: amount('max-turns', given('max-turns'), turns),
      minutes: amount('max-minutes', given('max-minutes'), minutes) ?? 60,
      tokens: null,
      usd: amount('max-usd', given('max-usd'), dollars),
    },
    typed: new Set(Object.keys(values)),
    prompt: positionals[0] ?? null,
  };
}

function parse(
  args: readonly string[],
  known: readonly Name[],
): {
  values: { [name in Name]?: string | boolean };
  positionals: string[];
} {
  try {
    const options = Object.fromEntries(known.map((name) => [name, flags[name]]));
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw misused(/'(?:-\w, )?(--?[^' ]+)/.exec(String(cause))?.[1] ?? '', known, cause);
  }
}

function misused(flag: string, known: readonly Name[], cause: unknown): OiError {
  const name = flag.replace(/^-+/, '');
  const meant = known.find((long) => name === long || name === (flags[long] as Flag).short);
  if (meant) {
    const { type } = flags[meant];
    const happened =
      type === 'boolean' ? `The flag ${flag} takes no value.` : `The flag ${flag} lacks its value.`;
    const advice = type === 'boolean' ? `Write ${flag} alone, or leave it away.` : 'See oi --help.';
    return new OiError('input.invalid', happened, advice, cause);
  }
  const [near] = nearest(name, known);
  return new OiError(
    'input.invalid',
    `The flag ${flag} is not known.`,
    near
      ? `Did you mean --${near}? See oi --help.`
      : 'See oi --help; a prompt that begins with - goes after --.',
    cause,
  );
}

const isYes = (value: string | null): boolean => value !== null && !['0', 'false', 'no'].includes(value);

/** A variable is inherited, or read from a file that an agent may have written: the last mode must be typed. */
function sandboxMode(value: string | null, typed: boolean): SandboxMode | null {
  if (value === null) return null;
  const mode = sandboxModes.find((known) => known === value);
  if (mode === 'danger-full-access' && !typed) {
    throw new OiError(
      'input.invalid',
      'OI_SANDBOX asks for danger-full-access, which a variable cannot switch on.',
      'Type --sandbox danger-full-access if you mean it, or unset OI_SANDBOX.',
    );
  }
  if (mode) return mode;
  const [near] = nearest(value, sandboxModes);
  throw new OiError(
    'input.invalid',
    `The sandbox mode ${value} is not known.`,
    near ? `Did you mean ${near}?` : `Take one of ${sandboxModes.join(', ')}.`,
  );
}

function wireNamed(value: string | null): WireId | null {
  const wire = wireIds.find((known) => known === value);
  if (wire || value === null) return wire ?? null;
  throw new OiError('input.invalid', `The wire ${value} is not known.`, `Take one of ${wireIds.join(', ')}.`);
}

type Rule = { holds(amount: number): boolean; rule: string };
const turns: Rule = {
  holds: (amount) => Number.isSafeInteger(amount) && amount > 0,
  rule: 'a whole number above 0',
};
/** Timers hold no more than 24 days. */
const minutes: Rule = {
  holds: (amount) => amount > 0 && amount <= 10_080,
  rule: 'a number above 0, at most 10080',
};
const dollars: Rule = { holds: (amount) => Number.isFinite(amount) && amount > 0, rule: 'a number above 0' };

function amount(name: string, value: string | null, { holds, rule }: Rule): number | null {
  if (value === null) return null;
  const number = Number(value);
  if (holds(number)) return number;
  throw new OiError('input.invalid', `--${name} is ${value}.`, `Give ${rule}.`);
}
