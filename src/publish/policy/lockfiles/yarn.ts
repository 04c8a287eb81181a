import type { Lock, Locked } from './locked.ts';

/** `yarn.lock` of both kinds, line by line, as yarn writes them. Null where a name is spelled with an escape. */
export function readYarn(text: string): Lock | null {
  const packages: Locked[] = [];
  const sources: string[] = [];
  for (const [head = '', ...lines] of blocks(text)) {
    if (head === '__metadata:') continue;
    const fields = new Map(lines.flatMap((line) => fieldIn(line)));
    const field = (name: string): string => fields.get(name) ?? '';
    if ([head, ...lines].some((line) => line.includes('\\'))) return null;
    const asked = head.replace(/:$/, '').replaceAll('"', '').split(/, */);
    const [resolved, resolution] = [field('resolved'), field('resolution')];
    const hash = field('integrity') || field('checksum') || /#([\da-f]{40})$/.exec(resolved)?.[1] || '';
    const got = resolution ? nameIn(resolution) : nameOfTarball(resolved);
    const other = asked.map(wanted).find((name) => got !== null && name !== got);
    packages.push({
      key: asked.join(', '),
      version: field('version'),
      hashes: hash.split(/\s+/).filter(Boolean),
      loaded: !/@(?:workspace|patch|virtual|link|portal):/.test(resolution),
      names: other === undefined || got === null ? null : { asked: other, got },
    });
    sources.push(...asked, resolved, resolution, ...lines);
  }
  return { packages, sources };
}

/** `  name "value"` or `  name: value`, two spaces deep. */
function fieldIn(line: string): [string, string][] {
  const [, name, quoted, bare] = /^ {2}"?([\w-]+)"?:? (?:"([^"]*)"|(.*))$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, quoted ?? bare ?? '']];
}

/** Each begins with a line that is not indented. */
function blocks(text: string): string[][] {
  const found: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (/^\s/.test(line)) found.at(-1)?.push(line);
    else found.push([line]);
  }
  return found;
}

const nameIn = (descriptor: string): string => /^(?:@[^/]+\/)?[^@]+/.exec(descriptor)?.[0] ?? descriptor;
/** Behind `alias@npm:` stands the name that counts. */
const wanted = (descriptor: string): string =>
  nameIn(/^(?:@[^/]+\/)?[^@]+@npm:((?:@[^/]+\/)?[a-z_][^@]*@.*)$/i.exec(descriptor)?.[1] ?? descriptor);

const nameOfTarball = (url: string): string | null =>
  /\/((?:@[^/]+\/|@[^/]+%2f)?[^/]+)\/-\/[^/]+$/i.exec(url)?.[1]?.replace(/%2f/i, '/') ?? null;
