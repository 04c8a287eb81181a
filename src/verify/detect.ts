import type { Check } from '../core/check.ts';
import { type Found, jobs, type Root } from './ecosystems/ecosystem.ts';
import { ecosystems } from './ecosystems/index.ts';
import type { BaseFiles } from './files.ts';
import { textOf } from './source/decode.ts';

/** `passed` says of what looks like a check and is none why not: sentences without their full stops. */
export type Detected = { checks: readonly Check[]; passed: readonly string[] };

/** The checks that a repository's files name, tests first. Throws only where `files` does. */
export async function detect(files: BaseFiles): Promise<Detected> {
  const root = rootOf(files, new Set(await files.list()));
  const all = await lookAround(root);
  const candidates = all.flatMap(({ checks }) => checks);
  const sorted = candidates.toSorted((one, other) => jobs.indexOf(one.job) - jobs.indexOf(other.job));
  return {
    checks: sorted.map(({ name, command, why }) => ({ name, command, why })),
    passed: all.flatMap(({ passed }) => passed),
  };
}

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
