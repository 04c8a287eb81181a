import { closeSync, constants, lstatSync, readSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openCalmly } from './places.ts';
import { wildmatch } from './wildmatch.ts';

/** The rules that hold inside a folder: those of its own file, then those above. `prefix` is the folder with a `/`. */
export type Rules = { prefix: string; patterns: readonly Pattern[]; above: Rules | null };

type Pattern = {
  negated: boolean;
  folderOnly: boolean;
  /** `name`: the last part of the path; `path`: relative to the folder of the rules. */
  matches(path: string, name: string): boolean;
};

/** Whether git ignores a path, given that it does not ignore the folder it is in. The last word of the nearest file counts. */
export function ignores(rules: Rules | null, path: string, name: string, isFolder: boolean): boolean {
  for (let level = rules; level !== null; level = level.above) {
    const inside = path.slice(level.prefix.length);
    for (let index = level.patterns.length - 1; index >= 0; index--) {
      const pattern = level.patterns[index];
      if (pattern === undefined || (pattern.folderOnly && !isFolder)) continue;
      if (pattern.matches(inside, name)) return !pattern.negated;
    }
  }
  return false;
}

/**
 * The rules inside a folder, from the top of its repository down; without a repository from the workspace, else from the
 * folder itself. What the person's own git configuration ignores is not known here.
 */
export function rulesAt(folder: string, root: string): Rules | null {
  const inWorkspace = relative(root, folder).split('/')[0] !== '..';
  let place = topOf(folder) ?? (inWorkspace ? root : folder);
  let rules = atTop(place);
  for (const name of relative(place, folder).split('/')) {
    if (name === '') continue;
    place = join(place, name);
    rules = below(rules, place);
  }
  return rules;
}

/** The rules inside a folder in which a repository begins. */
export function atTop(folder: string): Rules | null {
  return below(added(null, folder, join(folder, '.git', 'info', 'exclude')), folder);
}

/** The rules one folder further down. */
export function below(rules: Rules | null, folder: string): Rules | null {
  return added(rules, folder, join(folder, '.gitignore'));
}

/** The folder in which the repository begins that a folder belongs to. */
function topOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) return null;
  }
}

function added(above: Rules | null, folder: string, file: string): Rules | null {
  const text = read(file);
  if (text === null) return above;
  return { prefix: folder === '/' ? '/' : `${folder}/`, patterns: parse(text), above };
}

/** Bytes of a file and characters of a line beyond which they are no patterns that a person wrote. */
const largest = 1024 * 1024;
const longest = 4096;

/** git follows no link here. */
function read(file: string): string | null {
  try {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const { descriptor, stats } = openCalmly(file, flags);
    try {
      if (!stats.isFile() || stats.size > largest) return null;
      const content = Buffer.alloc(stats.size);
      return content.toString('utf8', 0, readSync(descriptor, content, 0, content.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null; // what is not there or may not be read has no rules
  }
}

export function parse(text: string): Pattern[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return lines.map((line) => patternOf(line.replace(/\r$/, ''))).filter((pattern) => pattern !== null);
}

function patternOf(line: string): Pattern | null {
  if (line.startsWith('#') || line.length > longest) return null;
  let glob = withoutTrailingSpaces(line);
  const negated = glob.startsWith('!');
  if (negated) glob = glob.slice(1);
  const folderOnly = glob.endsWith('/');
  if (folderOnly) glob = glob.slice(0, -1);
  const byPath = glob.includes('/');
  if (glob.startsWith('/')) glob = glob.slice(1);
  if (glob === '') return null;
  return { negated, folderOnly, matches: byPath ? pathMatcher(glob) : nameMatcher(glob) };
}

/** Spaces at the end count only when escaped. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line.charAt(at) === '\\') at++;
    else if (line.charAt(at) === ' ') continue;
    end = at + 1;
  }
  return line.slice(0, end);
}

const special = /[*?[\\]/;

function nameMatcher(glob: string): Pattern['matches'] {
  if (!special.test(glob)) return (_, name) => name === glob;
  const ending = glob.slice(1);
  if (glob.startsWith('*') && !special.test(ending)) return (_, name) => name.endsWith(ending);
  const pattern = wildmatch(glob);
  return (_, name) => pattern?.test(name) ?? false;
}

/** The plain start is compared apart, as git does: so the rest begins like a pattern of its own (`a**` crosses folders). */
function pathMatcher(glob: string): Pattern['matches'] {
  const length = glob.search(special);
  if (length === -1) return (path) => path === glob;
  const start = glob.slice(0, length);
  const rest = wildmatch(glob.slice(length));
  return (path) => path.startsWith(start) && (rest?.test(path.slice(length)) ?? false);
}
