import { sectionsOf } from '../../../text/sections.ts';
import type { Reader } from './manifest.ts';

type Kind = {
  /** Headings below which each key is a dependency; what follows such a heading and a dot is one, too. */
  tables: RegExp;
  /** Headings, with the keys below them, whose arrays name dependencies. */
  arrays: RegExp;
  /** Headings that decide where everything is loaded from, and keys that do. */
  redirects: RegExp;
  redirectingKeys: RegExp;
  /** Headings below which addresses are nothing but words. */
  words: RegExp;
};

const cargo: Kind = {
  tables: /^(?:workspace\.|target\..+\.)?(?:dev-|build-)?dependencies(?=$|\.)/,
  arrays: /^$/,
  redirects: /^(?:patch|replace|registries|registry|source)(?=$|\.)/,
  redirectingKeys: /^(?:patch|replace|registries|source)\b/,
  words: /^(?:(?:workspace\.)?package\.metadata|badges)/,
};
const python: Kind = {
  tables: /^tool\.poetry\.(?:group\..+\.|dev-)?dependencies(?=$|\.)/,
  arrays:
    /^(?:project (?:dependencies|optional-dependencies\..+)|project\.optional-dependencies .+|dependency-groups .+|build-system requires|tool\.(?:uv|pdm)\S* .*dependencies\S*)$/,
  redirects: /^tool\.(?:uv\.(?:sources|index|pip)|poetry\.source|pdm\.source)(?=$|\.)/,
  redirectingKeys:
    /^(?:(?:tool\.)?(?:uv|pdm|poetry)\.)?(?:sources?|index|index-url|extra-index-url|default-index|find-links)\b/,
  words: /^(?:project\.urls|tool\.poetry\.urls|tool\.(?!uv\b|poetry\b|pdm\b|hatch\b|setuptools\b))/,
};

const key = /^((?:"[^"]*"|'[^']*'|[\w.-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=\s*(.*)$/;
const aboutItself =
  /^(?:description|homepage|repository|documentation|license|readme|authors|maintainers|keywords|urls\b.*)$/;

/** Line by line: a value that is spelled with escapes before its sign, or in several lines of text, is not read. */
function reading(kind: Kind): Reader['read'] {
  return (text) => {
    const dependencies = new Map<string, string>();
    const sources: string[] = [];
    const redirects: string[] = [];
    if (/^\s*\[.*\\/m.test(text)) return null;
    for (const [heading, lines] of sectionsOf(text)) {
      let array = '';
      for (const raw of lines) {
        const line = raw.trim();
        if (line.startsWith('#')) continue;
        const [, left, right = line] = key.exec(line) ?? [];
        const name = left?.replace(/["']|\s/g, '') ?? '';
        if (/\\[uUx]/.test(left ?? '')) return null;
        if (left !== undefined) array = /^\[(?!.*\]\s*(?:#.*)?$)/.test(right) ? name : '';
        if (redirectsAt(kind, heading, name) && !/\{\s*workspace\s*=\s*true\s*\}$/.test(right))
          redirects.push(`${heading} ${line}`);
        if (kind.words.test(heading) || aboutItself.test(name)) continue;
        sources.push(line.replace(/\bpath\s*=\s*"[^"]*"/g, ''));
        if (kind.arrays.test(`${heading} ${name || array}`))
          for (const [asked, version] of asks(right)) dependencies.set(asked, version);
        const [table] = kind.tables.exec(heading) ?? [];
        if (table === heading && left !== undefined)
          dependencies.set(name.replace(/\..*$/, ''), versionIn(right));
        else if (table !== undefined && name === 'version')
          dependencies.set(heading.slice(table.length + 1), versionIn(right));
      }
    }
    return { dependencies, sources, runs: new Map(), redirects };
  };
}

const redirectsAt = (kind: Kind, heading: string, name: string): boolean =>
  kind.redirects.test(heading) ||
  (/^(?:tool(?:\.(?:uv|pdm|poetry))?)?$/.test(heading) && kind.redirectingKeys.test(name));

/** `"name>=1"` and the like in an array. */
const asks = (text: string): [string, string][] =>
  [...text.matchAll(/["']([a-z\d][\w.-]*)(?:\[[^\]]*\])?\s*([^"']*)["']/gi)].map(
    ([, name = '', version = '']) => [name, version.trim()],
  );

const versionIn = (value: string): string =>
  (/^["']([^"']*)["']/.exec(value) ?? /\bversion\s*=\s*["']([^"']*)["']/.exec(value))?.[1] ?? '';

export const cargoToml: Reader = { name: /^Cargo\.toml$/i, lockfiles: ['Cargo.lock'], read: reading(cargo) };
export const pyproject: Reader = {
  name: /^pyproject\.toml$/i,
  lockfiles: ['poetry.lock', 'uv.lock', 'pdm.lock'],
  read: reading(python),
};
