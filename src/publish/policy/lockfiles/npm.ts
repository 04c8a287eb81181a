import type { Lock, Locked } from './locked.ts';

const deepest = 50;

type Entry = Readonly<Record<string, unknown>>;

/** `package-lock.json` of all three versions: docs.npmjs.com, "package-lock.json". Null for what npm could not read either. */
export function readNpm(text: string): Lock | null {
  const data = parse(text);
  if (!isEntry(data)) return null;
  const packages: Locked[] = [];
  const sources: string[] = [];
  const take = (key: string, name: string | null, entry: Entry): void => {
    packages.push(lockedOf(key, name, entry));
    for (const field of ['resolved', 'version', 'from']) {
      const source = textAt(entry, field);
      if (source !== null) sources.push(source.startsWith('/') ? `file:${source}` : source);
    }
  };
  for (const [key, entry] of entriesOf(data['packages'])) {
    const name = key.includes('node_modules/') ? key.slice(key.lastIndexOf('node_modules/') + 13) : null;
    take(key, name, entry);
    // What the repository's own packages ask for; those of others ask as they like, and get what stands here.
    if (name === null) sources.push(...specs(entry));
  }
  const waiting = entriesOf(data['dependencies']).map(([name, entry]) => ({
    key: `/${name}`,
    name,
    entry,
    depth: 1,
  }));
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { key, name, entry, depth } = one;
    // Nobody nests like this, and the keys would grow without end.
    if (depth > deepest) return null;
    take(key, name, entry);
    for (const [inner, deeper] of entriesOf(entry['dependencies']))
      waiting.push({ key: `${key}/${inner}`, name: inner, entry: deeper, depth: depth + 1 });
  }
  return { packages, sources };
}

function lockedOf(key: string, name: string | null, entry: Entry): Locked {
  const [version, resolved, integrity, own] = ['version', 'resolved', 'integrity', 'name'].map(
    (field) => textAt(entry, field) ?? '',
  ) as [string, string, string, string];
  const inside =
    name === null || entry['link'] === true || entry['inBundle'] === true || entry['bundled'] === true;
  const got = /\/((?:@[^/]+\/|@[^/]+%2f)?[^/]+)\/-\/[^/]+$/i.exec(resolved.replace(/[?#].*$/s, ''))?.[1];
  return {
    key,
    version,
    hashes: integrity.split(/\s+/).filter(Boolean),
    loaded: !inside,
    names: inside
      ? null
      : { asked: name, got: [got?.replace(/%2f/i, '/'), own].find((one) => one && one !== name) ?? name },
  };
}

const kindsOfDependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const specs = (entry: Entry): string[] =>
  kindsOfDependencies.flatMap((kind) =>
    isEntry(entry[kind]) ? Object.values(entry[kind]).filter((spec) => typeof spec === 'string') : [],
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
const entriesOf = (value: unknown): [string, Entry][] =>
  isEntry(value) ? Object.entries(value).filter((pair): pair is [string, Entry] => isEntry(pair[1])) : [];
const textAt = (entry: Entry, field: string): string | null =>
  typeof entry[field] === 'string' ? entry[field] : null;
