import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependencyFolders } from './dependencies.ts';

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
 * is what to ignore besides the `.gitignore` files.
 */
export async function preparePrivateGit(
  gitDir: string,
  alternates: string[],
  exclude: string,
): Promise<void> {
  await mkdir(join(gitDir, 'objects/info'), { recursive: true, mode: 0o700 });
  await mkdir(join(gitDir, 'refs'), { recursive: true });
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  await writeFile(join(gitDir, 'info/attributes'), attributes);
  await writeFile(
    join(gitDir, 'info/exclude'),
    `${dependencyFolders.map((name) => `${name}/\n`).join('')}${exclude}`,
  );
  await writeFile(
    join(gitDir, 'objects/info/alternates'),
    alternates.map((path) => `${quoted(path)}\n`).join(''),
  );
  // What a killed git left behind; nobody else works on this git dir.
  await rm(join(gitDir, 'index.lock'), { force: true });
}

/** As git reads a path in `alternates`: in C's quotes where it would not stand for itself. */
function quoted(path: string): string {
  if (!/^["#]|[\n]/.test(path)) return path;
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
