// cspell:ignore Podfile pubspec pylock
import { isDeepStrictEqual } from 'node:util';
import picomatch from 'picomatch';
import { sectionsOf } from '../../text/sections.ts';
import type { FileChange } from '../files.ts';
import { parseJson } from '../source/data.ts';
import { textOf } from '../source/decode.ts';
import type { Evidence } from './finding.ts';

const kind = 'dependencies-changed';

/** Files that hold nothing but what is installed, and in which versions. */
const isList = picomatch(
  [
    '**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock,.pnp.cjs,.pnp.loader.mjs}',
    '**/{Cargo,poetry,Pipfile,uv,pdm,Gemfile,composer,mix,pubspec,Podfile,flake}.lock',
    '**/{go.mod,go.sum,go.work.sum,Gemfile,Pipfile,*.gemspec,pylock*.toml,Package.resolved,gradle.lockfile,packages.lock.json}',
    '**/{requirements,constraints}*.{txt,in}',
    '**/requirements/*.{txt,in}',
  ],
  { dot: true },
);

type Parts = (text: string) => unknown;

/** Files that hold other things as well, and the part that is about dependencies. */
const manifests: readonly (readonly [name: RegExp, parts: Parts])[] = [
  [
    /^package\.json$/,
    (text) => keysOf(text, /dependencies$|^(?:overrides|resolutions|packageManager|pnpm)$/i),
  ],
  [/^composer\.json$/, (text) => keysOf(text, /^(?:require(?:-dev)?|repositories|replace|conflict)$/)],
  [/^deno\.jsonc?$/, (text) => keysOf(text, /^(?:imports|scopes)$/)],
  [/^Cargo\.toml$/, (text) => sections(text, /dependencies|^(?:patch|replace)\b/)],
  [/^pyproject\.toml$/, (text) => [sections(text, /dependency|dependencies|^build-system$/), arraysOf(text)]],
  [/^setup\.cfg$/, (text) => sections(text, /^options(?:\.extras_require)?$/)],
];

/** Nothing is installed for the checks: they run with what earlier steps of the job installed, from the base commit. */
export const dependenciesChanged: Evidence = {
  kind,
  look: ({ change }) =>
    change.filter(changesDependencies).map(({ path }) => ({
      kind,
      path,
      count: 1,
      sentence: 'dependencies changed, and nothing was installed anew for the checks.',
    })),
};

function changesDependencies({ path, before, after }: FileChange): boolean {
  if (isList(path)) return before === null || after === null || Buffer.compare(before, after) !== 0;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const parts = manifests.find(([known]) => known.test(name))?.[1];
  return parts !== undefined && !isDeepStrictEqual(parts(textOf(before) ?? ''), parts(textOf(after) ?? ''));
}

function keysOf(text: string, names: RegExp): unknown {
  const data = parseJson(text);
  return typeof data === 'object' && data !== null
    ? Object.entries(data).filter(([key, value]) => names.test(key) && !isDeepStrictEqual(value, {}))
    : [];
}

const sections = (text: string, headings: RegExp): unknown =>
  [...sectionsOf(text)].filter(([heading, lines]) => headings.test(heading) && lines.length > 0);

/** `dependencies = [...]` of Python's own table, in one line or many. */
const arraysOf = (text: string): readonly string[] =>
  (sectionsOf(text).get('project') ?? [])
    .join('\n')
    .match(/^\s*(?:optional-)?dependencies\s*=\s*\[(?:"[^"\n]*"|'[^'\n]*'|[^\]"'])*/gm) ?? [];
