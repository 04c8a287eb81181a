import type { Lock, Locked } from './locked.ts';

/**
 * `Cargo.lock`, `poetry.lock`, `uv.lock` and `pdm.lock`, line by line, as these tools write them. Null where something is
 * spelled in a way that they do not use, behind which something else could stand.
 */
export function readToml(text: string): Lock | null {
  const packages: { key: string; version: string; source: string; hashes: string[]; bare: boolean }[] = [];
  const sources: string[] = [];
  const isPython = /^(?:python-versions|requires-python|content[-_]hash) *=/m.test(text);
  let inside = false;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || /^description = "/.test(line)) continue;
    if (/"""|'''|\\[uUx]|^["']?package["']?\s*=|^\[\[\s*["'\\]/.test(line)) return null;
    sources.push(line);
    if (line === '[[package]]') packages.push({ key: '', version: '', source: '', hashes: [], bare: false });
    if (/^\[/.test(line)) inside = /^\[\[?package[\].]/.test(line);
    const here = packages.at(-1);
    if (!here || !inside) continue;
    const [, name, value] = /^(name|version|source|checksum|type) = (.*)$/.exec(line) ?? [];
    if (name === 'name') here.key = value ?? '';
    if (name === 'version') here.version = value ?? '';
    if (name === 'source' || name === 'type') here.source = value ?? '';
    if (name === 'checksum') here.hashes.push(value ?? '');
    const hashes = [...line.matchAll(/\bhash = "([^"]+)"/g)].map(([, hash = '']) => hash);
    here.hashes.push(...hashes);
    if (/\{ ?(?:url|file) = /.test(line) && hashes.length === 0) here.bare = true;
  }
  return { packages: packages.map((one) => lockedOf(one, isPython)), sources };
}

function lockedOf(
  {
    key,
    version,
    source,
    hashes,
    bare,
  }: {
    key: string;
    version: string;
    source: string;
    hashes: readonly string[];
    bare: boolean;
  },
  isPython: boolean,
): Locked {
  // A package of the workspace has no source in Cargo's; in Python's that is one of the usual registry.
  const isOurs = /editable|virtual|directory/.test(source) || (source === '' && !isPython);
  return { key: `${key} ${version}`, version, hashes: bare ? [] : hashes, loaded: !isOurs, names: null };
}
