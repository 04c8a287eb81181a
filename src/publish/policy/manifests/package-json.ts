import { type Entry, isEntry, leaves, parse, textsIn } from './json.ts';
import type { Manifest, Reader } from './manifest.ts';

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** Run by npm, pnpm or yarn on an install, or on a publish: docs.npmjs.com, "scripts". */
const lifecycle =
  /^(?:(?:pre|post)?(?:install|prepare|pack|publish|uninstall)|prepublishOnly|dependencies|(?:pre|post)?version|pnpm:devPreinstall)$/;

export const packageJson: Reader = {
  name: /^package\.json$/i,
  lockfiles: [
    'package-lock.json',
    'npm-shrinkwrap.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'bun.lock',
    'bun.lockb',
  ],
  read(text) {
    const data = parse(text);
    if (!isEntry(data)) return null;
    const dependencies = new Map(kinds.flatMap((kind) => textsIn(data[kind])));
    const pnpm = isEntry(data['pnpm']) ? data['pnpm'] : {};
    const instead = [data['overrides'], data['resolutions'], pnpm['overrides']].flatMap(leaves);
    const published = isEntry(data['publishConfig']) ? leaves(data['publishConfig']['registry']) : [];
    const manager = leaves(data['packageManager']);
    const sources = [...[...dependencies.values(), ...instead].map(withScheme), ...published, ...manager];
    return { dependencies, sources, runs: runsIn(data, pnpm), redirects: [] };
  },
};

function runsIn(data: Entry, pnpm: Entry): Manifest['runs'] {
  const scripts = textsIn(data['scripts']).filter(([name]) => lifecycle.test(name));
  const trusted = [data['trustedDependencies'], pnpm['onlyBuiltDependencies']].flatMap(leaves);
  const all = pnpm['dangerouslyAllowAllBuilds'] === true ? ['all'] : [];
  const hooks = ['husky', 'simple-git-hooks'].filter((name) => isEntry(data[name]));
  return new Map([
    ...hooks.map((name) => [`git's hooks by ${name}`, JSON.stringify(data[name])] as const),
    ...scripts.map(([name, script]) => [`the script ${name}`, script] as const),
    ...[...trusted, ...all].map((name) => [`scripts of ${name}`, ''] as const),
  ]);
}

/** `owner/name` is a repository of GitHub's, and a path a folder. */
export const withScheme = (spec: string): string => {
  if (/^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(spec)) return `github:${spec}`;
  return /^(?:\.{0,2}|~)\//.test(spec) ? `file:${spec}` : spec;
};
