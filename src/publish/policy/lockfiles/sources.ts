// cspell:ignore pythonhosted azureedge
/** Public registries, which take a package from its maintainer and never change it afterwards. */
const registries = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'npm.jsr.io',
  'pypi.org',
  'files.pythonhosted.org',
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  'proxy.golang.org',
  'sum.golang.org',
];
const cratesIndex = 'registry+https://github.com/rust-lang/crates.io-index';

/** Hosts of whatever anybody puts there: that the base loads one thing from them says nothing about another. */
const shared =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|github\.io|gitlab\.com|bitbucket\.org|gist\.github\.com|amazonaws\.com|googleapis\.com|azureedge\.net|windows\.net|jsdelivr\.net|unpkg\.com)$/;

/** What may stand before a colon besides https: other names of registries, and algorithms of hashes. */
const harmless = /^(?:npm|workspace|patch|virtual|catalog|jsr|sha\d+|sha512|md5|h1)$/;

const scheme = /(?<![\w+./-])([a-z][a-z\d+.-]*):(?=[^\s,;\])}"'])/gi;

/** Why something new may not be loaded from where it says, as the end of a sentence, or null. */
export function sourceProblem(
  sources: readonly string[],
  base: readonly string[],
  allowed: readonly string[],
): string | null {
  const known = new Set(base);
  const hosts = new Set([
    ...registries,
    ...allowed,
    ...base.flatMap(hostsIn).filter((host) => !shared.test(host)),
  ]);
  for (const source of sources) {
    if (known.has(source)) continue;
    const problem = problemOf(source.replaceAll(cratesIndex, ''), hosts);
    if (problem) return problem;
  }
  return null;
}

function problemOf(source: string, hosts: ReadonlySet<string>): string | null {
  if (/(?<![\w.-])git@|(?:^|["'\s:])\.\.\//.test(source))
    return 'loads something by a path or from a git repository';
  for (const [, name = ''] of source.matchAll(scheme)) {
    const plain = name.toLowerCase().replace(/^(?:registry|sparse)\+/, '');
    if (plain !== 'https' && !harmless.test(plain)) return `loads something by \`${plain}:\``;
  }
  const host = hostsIn(source).find((some) => !hosts.has(some));
  return host === undefined ? null : `loads something from ${host}, which the base does not`;
}

/** With a port and, to be unknown, with whatever stands before an at sign. */
const hostsIn = (source: string): string[] =>
  [...source.matchAll(/https:\/*([^/\s"'#?,)\]}\\]*)/gi)].map(([, host = '']) => host.toLowerCase());
