import type { Reader } from './manifest.ts';
import { withScheme } from './package-json.ts';

/** Settings that name folders and versions; all others decide what is installed, from where, and what runs then: pnpm.io, "Settings". */
const plain = new Set(['packages', 'catalog', 'catalogs']);
const setting = /^(["']?)([a-z][\w-]*)\1:(?:\s+(.*))?$/i;
/** `name: version` in a catalogue. */
const version =
  /^\s+(?:"[^"]*"|'[^']*'|[^"'\s{[&*!|>?][^:]*):\s+(?:"([^"]*)"|'([^']*)'|([^"'\s{[&*!|>][^#]*?))\s*(?:#.*)?$/;

/** `pnpm-workspace.yaml`, line by line: what is spelled in another way than pnpm writes it cannot be read. */
export const pnpmWorkspace: Reader = {
  name: /^pnpm-workspace\.ya?ml$/i,
  lockfiles: [],
  read(text) {
    const sources: string[] = [];
    const redirects: string[] = [];
    let key = '';
    for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
      if (/^\s*(?:#.*)?$|^---\s*$/.test(line)) continue;
      const [, , name, rest = ''] = setting.exec(line) ?? [];
      if (name === undefined && (key === '' || !/^[\s-]/.test(line))) return null;
      key = name ?? key;
      const said = name === undefined ? line.trim() : rest.replace(/^#.*$/, '');
      if (!plain.has(key)) redirects.push(`${key}: ${said}`);
      else if (key !== 'packages' && said !== '' && !/:\s*(?:#.*)?$/.test(said)) {
        const [, ...found] = version.exec(line) ?? [];
        const asked = found.find((one) => one !== undefined);
        if (asked === undefined) redirects.push(`${key}: ${said}`);
        else sources.push(withScheme(asked));
      }
    }
    return { dependencies: new Map(), sources, runs: new Map(), redirects };
  },
};
