import { type GitRun, git } from './git.ts';

/**
 * Paths from git are bytes. Here they are strings of one character per byte (latin1), so that no byte is lost and they
 * can be compared, split and looked up; `textOf` makes text of one.
 */
export type BytePath = string;

/** `size` is in bytes where git was asked for it with `--long`, else NaN; NaN too for what is no blob. */
export type TreeEntry = { mode: string; type: string; id: string; size: number; path: BytePath };
/** `mode` and `id` of 0s stand for absent; a letter like A, D, M, T or U says what happened. */
export type RawDifference = {
  before: { mode: string; id: string };
  now: { mode: string; id: string };
  letter: string;
  path: BytePath;
};

/** What `git ls-tree -z` prints, with or without `--long`. */
export function parseTree(output: Buffer): TreeEntry[] {
  return fields(output).map((entry) => {
    const tab = entry.indexOf('\t');
    const [mode = '', type = '', id = '', size] = entry.slice(0, tab).split(/ +/);
    return { mode, type, id, size: Number(size), path: entry.slice(tab + 1) };
  });
}

/** What `git diff-tree --raw -z --no-renames` and `git diff-files --raw -z` print. */
export function parseRawDifferences(output: Buffer): RawDifference[] {
  const parts = fields(output);
  const differences: RawDifference[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [from = '', mode = '', old = '', id = '', letter = ''] = (parts[at] ?? '').slice(1).split(' ');
    const path = parts[at + 1] ?? '';
    differences.push({ before: { mode: from, id: old }, now: { mode, id }, letter, path });
  }
  return differences;
}

/** What git prints with `-z`, one string per field. */
export function fields(output: Buffer): BytePath[] {
  const parts = output.toString('latin1').split('\0');
  parts.pop();
  return parts;
}

/** What git reads with `-z --stdin`. */
export const joined = (parts: readonly BytePath[]): Buffer =>
  Buffer.from(parts.map((part) => `${part}\0`).join(''), 'latin1');

export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1');

/** The path as text, or null when its bytes are not UTF-8. */
export function textOf(path: BytePath): string | null {
  const text = bytesOf(path).toString('utf8');
  return Buffer.from(text, 'utf8').toString('latin1') === path ? text : null;
}

/** Text as a path from git. */
export const pathOf = (text: string): BytePath => Buffer.from(text, 'utf8').toString('latin1');

/** Many objects by one process, in the order asked for; null for one that is not there. */
export async function readObjects(
  gitDir: string,
  names: readonly string[],
  run: Pick<GitRun, 'signal' | 'maxBytes'> = {},
): Promise<(Buffer | null)[]> {
  if (names.length === 0) return [];
  const input = `${names.join('\n')}\n`;
  return parseBatch(await git(gitDir, ['cat-file', '--batch'], { ...run, input }));
}

/** What `git cat-file --batch` prints. */
export function parseBatch(output: Buffer): (Buffer | null)[] {
  const objects: (Buffer | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const header = output.toString('latin1', at, end);
    const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(header)?.[1];
    objects.push(size === undefined ? null : output.subarray(end + 1, end + 1 + Number(size)));
    at = size === undefined ? end + 1 : end + 1 + Number(size) + 1;
  }
  return objects;
}
