/** What a check is about. Checks run in this order. */
export const jobs = ['test', 'types', 'lint', 'build'] as const;
export type Job = (typeof jobs)[number];

/** A command that a maintainer runs before believing a change. `command` goes to a shell in the repository's root. */
export type Check = {
  /** A short name for a table, e.g. `npm test`. Untrusted where it names what the repository does. */
  name: string;
  command: string;
  /** Why it was chosen: the end of a sentence that goes "because …". Untrusted as well. */
  why: string;
  job: Job;
};

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
export type Found = { checks: readonly Check[]; passed: readonly string[] };

/**
 * A kind of project, known by files in the root. Its commands install nothing and need no network. A `runner` stands
 * over languages and is asked only where no language has a test: it mostly calls the same commands.
 */
export type Ecosystem = { name: string; runner: boolean; detect(root: Root): Promise<Found> };

export const nothing: Found = { checks: [], passed: [] };
export const found = (...checks: readonly Check[]): Found => ({ checks, passed: [] });
export const passed = (...sentences: readonly string[]): Found => ({ checks: [], passed: sentences });

/** A check that is called by its command. */
export const check = (job: Job, command: string, why: string): Check => ({
  name: command,
  command,
  why,
  job,
});
