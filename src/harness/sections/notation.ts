import type { JsonObject } from '../../core/json.ts';
import type { Form } from './form.ts';

/** What an answer says, as far as it could be read. */
export type Parsed = {
  /** What is wrong so that nothing can be done; null where nothing is. */
  error: string | null;
  warnings: readonly string[];
  words: { readonly [name: string]: string };
  /** The commands, in the harness's names. */
  commands: readonly JsonObject[];
  complete: boolean;
  /** The part of the text that it was read from. */
  quote: string;
};

/** How such an answer is written. Texts are a model's: any text is read, in a time that grows no faster than it does. */
export type Notation = {
  read(form: Form, text: string): Parsed;
  /** The part of an answer that was cut off which stands by itself; null where there is none. */
  whole(form: Form, text: string): string | null;
  /** Commands as an answer; null where it would not be read back as these. */
  write(form: Form, commands: readonly JsonObject[]): string | null;
};

export const nothing: Parsed = {
  error: null,
  warnings: [],
  words: {},
  commands: [],
  complete: false,
  quote: '',
};

/** Of an answer that says that all is done, what is wrong with its commands is only warned of. */
export const wrongCommands = (parsed: Parsed, error: string): Parsed =>
  parsed.complete
    ? { ...parsed, commands: [], warnings: [...parsed.warnings, error] }
    : { ...parsed, commands: [], error };

/** One after the other on the same line is seldom what was meant. */
export const unended = (place: number): string =>
  `Command ${place} should end with newline when followed by another command. Otherwise the two commands will be concatenated together on the same line.`;

/** What is said of names that come in another order, if they do. */
export function wrongOrder(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const right = expected.filter((name) => found.includes(name));
  if (found.join() === right.join()) return [];
  return [`${what} appear in wrong order. Found: ${found.join(' → ')}, expected: ${right.join(' → ')}`];
}

export const corrected = (fix: string): string =>
  `AUTO-CORRECTED: ${fix} - please fix this in future responses`;
