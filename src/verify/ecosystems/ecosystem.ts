import type { Check } from '../../core/check.ts';

/** A file of the base commit as text, or null. */
export type ReadText = (path: string) => Promise<string | null>;

/** How repositories of one kind say by which commands they prove themselves. Nothing here installs anything. */
export type Ecosystem = { name: string; detect(read: ReadText): Promise<Check[]> };

export const check = (command: string, why: string): Check => ({ name: command, command, why });
