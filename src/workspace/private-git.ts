import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A git dir of ours and the folder whose trees it keeps. */
export type Place = {
  /** Ours alone: no sandbox ever sees it. */
  gitDir: string;
  /** The folder the agent works in. */
  folder: string;
  /** The folder that git's paths start from: `folder`, or a folder above it that holds the whole repository. */
  top: string;
  /** The way from `top` to `folder`, with a slash at its end; empty when they are one. */
  prefix: string;
};

/** In the highest place that git looks for attributes: bytes are bytes, whatever the tree's own files say. */
const attributes = '* -text -eol -filter -ident -working-tree-encoding -diff -merge\n';

/**
 * Makes a bare git dir, or finds it made, without starting a process. Objects in `alternates` are borrowed; `exclude`
 * is what to ignore besides the `.gitignore` files, as lines of one.
 */
export async function preparePrivateGit(
  gitDir: string,
  { alternates = [], exclude = '' }: { alternates?: readonly string[]; exclude?: string },
): Promise<void> {
  await mkdir(gitDir, { recursive: true, mode: 0o700 });
  for (const folder of ['objects/info', 'refs', 'info'])
    await mkdir(join(gitDir, folder), { recursive: true });
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  await writeFile(join(gitDir, 'info/attributes'), attributes);
  await writeFile(join(gitDir, 'info/exclude'), exclude);
  await writeFile(join(gitDir, 'objects/info/alternates'), alternatesFile(alternates));
  // What a killed git left behind; nobody else works on this git dir.
  await rm(join(gitDir, 'index.lock'), { force: true });
}

/** What `objects/info/alternates` holds, one folder of objects a line. */
export const alternatesFile = (folders: readonly string[]): string =>
  folders.map((folder) => `${quoted(folder)}\n`).join('');

/** As git reads a path in `alternates`: in C's quotes where it would not stand for itself. */
function quoted(path: string): string {
  if (!/^["#]|[\n]/.test(path)) return path;
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
