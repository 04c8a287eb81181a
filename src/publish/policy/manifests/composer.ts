import { type Entry, isEntry, parse, textsIn } from './json.ts';
import type { Manifest, Reader } from './manifest.ts';

/** Events of Composer's, each of which runs what stands under its name: getcomposer.org, "Scripts". */
const event = /^(?:pre|post)-|^(?:init|command)$/;

export const composerJson: Reader = {
  name: /^composer\.json$/i,
  lockfiles: ['composer.lock'],
  read(text) {
    const data = parse(text);
    if (!isEntry(data)) return null;
    const config = isEntry(data['config']) ? data['config'] : {};
    const dependencies = new Map([...textsIn(data['require']), ...textsIn(data['require-dev'])]);
    const insecure = ['secure-http', 'disable-tls'].filter((name) => name in config);
    return {
      dependencies,
      sources: [],
      runs: new Map([...scriptsIn(data), ...pluginsIn(config)]),
      redirects: [
        ...entriesOf(data['repositories']).map(([, repository]) => JSON.stringify(repository)),
        ...insecure.map((name) => `${name}: ${JSON.stringify(config[name])}`),
      ],
    };
  },
};

const scriptsIn = (data: Entry): [string, string][] =>
  entriesOf(data['scripts'])
    .filter(([name]) => event.test(name))
    .map(([name, script]) => [`the script ${name}`, JSON.stringify(script)]);

/** A plugin is code of a package that runs in Composer itself. */
function pluginsIn(config: Entry): Manifest['runs'] {
  const allowed = config['allow-plugins'];
  const named = entriesOf(allowed).filter(([, is]) => is === true);
  return new Map(
    [...(allowed === true ? ['all'] : []), ...named.map(([name]) => name)].map((name) => [
      `plugins of ${name}`,
      '',
    ]),
  );
}

const entriesOf = (value: unknown): [string, unknown][] => (isEntry(value) ? Object.entries(value) : []);
