import type { Check } from '../../core/check.ts';

/** What a check is about. Checks run in this order. */
export const jobs = ['test', 'types', 'lint', 'build'] as const;
export type Job = (typeof jobs)[number];

/** A check that the repository's files name; `why` is what says so, e.g. `a go.mod`. */
export type Candidate = Check & { job: Job };

/** The root of the repository at the base commit. */
export type Root = {
  has(...names: readonly string[]): boolean;
  /** The first of the names that is in the root. */
  first(...names: readonly string[]): string | null;
  /** The first name in the root, by the alphabet, that matches. */
  matching(pattern: RegExp): string | null;
  /** A file's text anywhere in the repository; null where there is none, or none that can be read. */
  text(path: string): Promise<string | null>;
};

/** `passed`: what was found and is no check, each a sentence without its full stop. */
export type Found = { checks: readonly Candidate[]; passed: readonly string[] };

/**
 * A kind of project, known by files in the root. Its commands install nothing and need no network. A `runner` stands
 * over languages and is asked only where no language has a test: it mostly calls the same commands.
 */
export type Ecosystem = { name: string; runner: boolean; detect(root: Root): Promise<Found> };

export const nothing: Found = { checks: [], passed: [] };
export const found = (...checks: readonly Candidate[]): Found => ({ checks, passed: [] });
export const passed = (...sentences: readonly string[]): Found => ({ checks: [], passed: sentences });

export const check = (job: Job, command: string, why: string): Candidate => ({
  name: command,
  command,
  why,
  job,
});
