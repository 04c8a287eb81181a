import * as z from 'zod/mini';
import { wireIds } from '../core/model.ts';

/** A value's rule, said in the words that complete "… must be". Secrets are pasted into wrong places: no value is quoted. */
const word = (rule: string) => z.string({ error: rule }).check(z.regex(/^\S+$/, { error: rule }));

const within = (least: number, most: number, rule: string) =>
  z.number({ error: rule }).check(z.gte(least, { error: rule }), z.lte(most, { error: rule }));

const commands =
  'commands, e.g. `npm test`, one a line; one of several lines is an item of a YAML list in the config file';
const rounds = 'a whole number from 1 to 10';

/**
 * Commands as a text names them: one a line, where a `\` at its end goes on with the next; empty lines and comments left out.
 * The text itself, which no schema takes for commands, where a line is visibly part of a command of several lines: what
 * fails by its spelling would send the agent back to work for nothing.
 */
export function commandLines(text: string): string[] | string {
  const lines = text
    .replace(/((?<!\\)(?:\\\\)*)\\(?:\r?\n|$)/g, '$1')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.some((line) => partOfMore.test(line)) ? text : lines;
}

/** A here-document, or a word that only goes on with what a line before began. */
const partOfMore = /(?<!<)<<-?[ \t]*["'\\]?\w|^(?:then|else|elif|fi|do|done|esac)(?![\w.-])/;

/** What the inputs and the config file have in common: the same names, the same rules. */
export const sharedValues = {
  model: z.optional(word('one word such as `deepseek/deepseek-v4-flash`')),
  harness: z.optional(word('the name of a harness, e.g. `native`')),
  wire: z.optional(z.enum(wireIds, { error: `one of ${wireIds.map((wire) => `\`${wire}\``).join(', ')}` })),
  'max-turns': z.optional(
    within(1, 10_000, 'a whole number from 1 to 10000').check(
      z.int({ error: 'a whole number from 1 to 10000' }),
    ),
  ),
  'max-minutes': z.optional(within(0.1, 360, 'a number of minutes from 0.1 to 360')),
  verify: z.optional(
    z.array(z.string({ error: commands }).check(z.regex(/\S/, { error: commands })), { error: commands }),
  ),
  'verify-rounds': z.optional(within(1, 10, rounds).check(z.int({ error: rounds }))),
  'ready-when-green': z.optional(z.boolean({ error: '`true` or `false`' })),
  'max-usd': z.optional(within(0.001, 1_000_000, 'an amount of US dollars of at least 0.001')),
};
