import type { Disarmed } from '../oracle/script.ts';

/** One line of the sources that holds an attack off, and the attack. */
export type Defence = {
  /** A sentence: what would happen without it. */
  name: string;
  /** Threats and escapes, e.g. `T32`, `E2`. */
  shows: readonly string[];
  /** The module that is attacked; `without` is a line in it, or in what it imports. */
  module: string;
  without: Disarmed;
  succeeds(module: never): boolean | Promise<boolean>;
};

export const defence = <M>(
  it: Omit<Defence, 'succeeds'> & { succeeds(module: M): boolean | Promise<boolean> },
): Defence => it as unknown as Defence;
