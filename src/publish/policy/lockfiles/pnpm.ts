import type { Lock, Locked } from './locked.ts';

/**
 * `pnpm-lock.yaml` line by line, as pnpm writes it: a parser of YAML takes seconds for one. Null where a line is spelled in a
 * way that pnpm does not use, behind which something else could stand.
 */
export function readPnpm(text: string): Lock | null {
  const packages: Locked[] = [];
  const sources: string[] = [];
  let section = '';
  let key = '';
  let last = '';
  /** The indentation above which everything is the text of a block, e.g. of a reason why something is deprecated. */
  let block = Number.POSITIVE_INFINITY;
  for (const line of text.split(/\r?\n/)) {
    const [, indent = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? [];
    if (rest === '' || rest === '---' || indent.length > block) continue;
    block = Number.POSITIVE_INFINITY;
    if (/: [|>][-+]?$/.test(rest)) {
      block = indent.length;
      continue;
    }
    if (odd.test(rest)) return null;
    if (indent === '') section = rest;
    else if (indent.length === 2) key = rest;
    if (rest.startsWith('deprecated:')) continue;
    // A package of the same workspace.
    const isOwn = rest.startsWith('version: link:') && last.startsWith('specifier: workspace:');
    last = rest;
    if (!isOwn) sources.push(rest);
    if (section !== 'packages:' || !rest.startsWith('resolution:')) continue;
    const inside = /^resolution: \{(.*)\}$/.exec(rest)?.[1];
    if (inside === undefined) return null;
    const hash = /(?:^|, )integrity: (sha\d+-[\w+/=]+)(?:,|$)/.exec(inside)?.[1];
    packages.push({
      key,
      version: key,
      hashes: hash ? [hash] : [],
      loaded: !/(?:^|, )type: directory(?:,|$)/.test(inside),
      names: null,
    });
  }
  return { packages, sources };
}

/** Anchors, aliases, tags, comments, escapes, keys in the long form, and tabs. */
const odd = /^[&!#?%\t]|(?:^|[:[,{-] *)[&*!](?=\w)|"[^"]*\\|\t/;
