import * as z from 'zod/mini';

/** A value's rule, said in the words that complete "… must be". Secrets are pasted into wrong places: no value is quoted. */
const word = (rule: string) => z.string({ error: rule }).check(z.regex(/^\S+$/, { error: rule }));

const within = (least: number, most: number, rule: string) =>
  z.number({ error: rule }).check(z.gte(least, { error: rule }), z.lte(most, { error: rule }));

const commands = 'commands, e.g. `npm test`, one a line';
const rounds = 'a whole number from 1 to 10';

/** Commands as a text names them: one a line, empty lines left out. */
export const commandLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What the inputs and the config file have in common: the same names, the same rules. */
export const sharedValues = {
  model: z.optional(word('one word such as `deepseek/deepseek-chat`')),
  harness: z.optional(word('the name of a harness, e.g. `native`')),
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
