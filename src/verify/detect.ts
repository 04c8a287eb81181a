import { type Check, type Found, jobs, type Root } from './ecosystems/ecosystem.ts';
import { ecosystems } from './ecosystems/index.ts';
import type { BaseFiles } from './files.ts';
import { textOf } from './source/decode.ts';

export type { Check, Job } from './ecosystems/ecosystem.ts';

/** The checks in the order they run, tests first. `why` is a sentence on how they were found, or why there are none. */
export type Detected = { checks: readonly Check[]; why: string };

/** What checks a repository: the configured commands, else what its files say. Throws only where `files` does. */
export async function detect(files: BaseFiles, configured: readonly string[]): Promise<Detected> {
  if (configured.length > 0) {
    return { checks: configured.map(asConfigured), why: 'The checks are the configured ones.' };
  }
  const root = rootOf(files, new Set(await files.list()));
  const all = await lookAround(root);
  const checks = all.flatMap(({ checks: some }) => some);
  checks.sort((one, other) => jobs.indexOf(one.job) - jobs.indexOf(other.job));
  return { checks, why: explain(checks, all) };
}

const asConfigured = (command: string): Check => ({
  name: command.trim().split('\n', 1)[0] ?? '',
  command,
  why: 'it is configured',
  job: 'test',
});

/** All languages; where none tests, the first runner that does, else all of them, to say why not. */
async function lookAround(root: Root): Promise<readonly Found[]> {
  const ask = (runner: boolean) =>
    Promise.all(ecosystems.flatMap((one) => (one.runner === runner ? one.detect(root) : [])));
  const languages = await ask(false);
  if (languages.some(tests)) return languages;
  const runners = await ask(true);
  const first = runners.find(tests);
  return [...languages, ...(first ? [first] : runners)];
}

const tests = ({ checks }: Found): boolean => checks.some(({ job }) => job === 'test');

function explain(checks: readonly Check[], all: readonly Found[]): string {
  if (checks.length > 0) {
    const reasons = checks.map(({ name, why }) => `\`${name}\`, because ${why}`);
    return `Nothing is configured, so the checks were found in the repository: ${reasons.join('; ')}.`;
  }
  const sentences = all.flatMap(({ passed }) => passed);
  return sentences.length > 0
    ? `No check was found: ${sentences.join('; ')}.`
    : 'No check was found: no file in the root of the repository says what kind of project it is.';
}

function rootOf(files: BaseFiles, entries: ReadonlySet<string>): Root {
  const first = (...names: readonly string[]) => names.find((name) => entries.has(name)) ?? null;
  const sorted = [...entries].sort();
  return {
    has: (...names) => first(...names) !== null,
    first,
    matching: (pattern) => sorted.find((name) => pattern.test(name)) ?? null,
    text: async (path) => textOf(await files.read(path)),
  };
}
