import picomatch from 'picomatch';
import { parsePackageJson } from '../ecosystems/package-json.ts';
import type { FileChange } from '../files.ts';

/** Settings that a test runner reads, whatever command started it; each can make every test pass. */
const settings: readonly (readonly [command: RegExp, files: readonly string[]])[] = [
  [/\bmake\b/, ['**/{GNUmakefile,makefile,Makefile,*.mk}']],
  [
    /\b(?:pytest|tox|nox|unittest|python3?)\b/,
    [
      '**/conftest.py',
      '**/{pytest.ini,tox.ini,setup.cfg,pyproject.toml,noxfile.py}',
      '**/{sitecustomize,usercustomize}.py',
      '**/*.pth',
    ],
  ],
  [
    /\b(?:npm|pnpm|yarn|bun|node|npx|deno)\b/,
    [
      '**/{jest,vitest,vite,playwright,cypress,karma,ava,wdio}.config.*',
      '**/{jest,vitest}.setup.*',
      '**/.mocharc*',
      '**/{eslint.config.*,.eslintrc*,biome.json*,tsconfig*.json}',
    ],
  ],
  [/\bcargo\b/, ['**/{Cargo.toml,build.rs}', '.cargo/config*']],
  [/\bgradlew?\b/, ['**/*.gradle', '**/*.gradle.kts', 'gradlew']],
  [/\bmvn\b/, ['**/pom.xml']],
  [/\b(?:rake|rspec)\b/, ['**/{Rakefile,.rspec}', '**/spec_helper.rb']],
];

/**
 * The changed files that stand behind a command, in the order of the change: who changes these changes what is proved.
 * `manifest` is the base's package.json, whose scripts the command may run.
 */
export function scriptsBehind(
  command: string,
  pairs: readonly FileChange[],
  manifest: Uint8Array | null,
): string[] {
  const globs = settings.filter(([runs]) => runs.test(command)).flatMap(([, files]) => files);
  const isSetting = globs.length > 0 ? picomatch(globs, { dot: true }) : () => false;
  const named = new Set([command, ...Object.values(scriptsIn(manifest))].flatMap(scriptsNamed));
  return pairs
    .filter(({ path, before, after }) => {
      if (path === 'package.json') return runsOther(command, before, after);
      return isSetting(path) || named.has(path);
    })
    .map(({ path }) => path);
}

/** The words of a command that are scripts, by what runs them or by their names, as paths. */
const scriptsNamed = (command: string): string[] =>
  [...command.matchAll(/(?:^|[\s"'`;&|(=])(?:\.\/)?([\w@%+./-]+)/g)]
    .map(([, word = '']) => word)
    .filter((word) =>
      /\.(?:sh|bash|py|js|cjs|mjs|ts|cts|mts|rb|pl|php)$|^(?:bin|scripts?|tools)\//.test(word),
    );

/** Whether a package.json's script behind `npm run x` says something else now, or got a hook before or after it. */
function runsOther(command: string, before: Uint8Array | null, after: Uint8Array | null): boolean {
  const name = /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:.-]+)/.exec(command)?.[1];
  if (!name) return false;
  const [was, is] = [scriptsIn(before), scriptsIn(after)];
  return [name, `pre${name}`, `post${name}`].some((script) => was[script] !== is[script]);
}

const scriptsIn = (bytes: Uint8Array | null | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(parsePackageJson(bytes ? Buffer.from(bytes).toString('utf8') : '')?.scripts ?? []);
