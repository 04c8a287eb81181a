import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every entry below some folders: its kind, mode and content in one word. */
export type HostTree = ReadonlyMap<string, string>;

export function hostTree(folders: readonly string[]): HostTree {
  const tree = new Map<string, string>();
  for (const folder of folders) walk(folder, tree);
  return tree;
}

function walk(path: string, tree: Map<string, string>): void {
  const { mode, size } = lstatSync(path);
  const kind = mode & 0o170000;
  const isFolder = kind === 0o040000;
  const content = kind === 0o120000 ? readlinkSync(path) : kind === 0o100000 ? digest(path) : '';
  tree.set(path, `${mode.toString(8)} ${isFolder ? '' : size} ${content}`);
  if (isFolder) for (const name of readdirSync(path).sort()) walk(join(path, name), tree);
}

const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** What is new, gone or another, as paths below `root`; `ours` may do what it likes. */
export function differences(
  before: HostTree,
  after: HostTree,
  root: string,
  ours: (path: string) => boolean,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => relative(root, path))
    .filter((path) => !ours(path));
}
