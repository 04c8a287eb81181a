import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './open-git.ts';
import { zeroSha } from './refs.ts';

export type TreeEntry = {
  path: string;
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  sha: string;
  size: number | null;
};

export function readTree(git: Git, tree: string, recursive: boolean): Promise<TreeEntry[]> {
  return git.once(`tree ${tree} ${recursive}`, async () => {
    const text = await git.text(['ls-tree', '-l', '-z', ...(recursive ? ['-r', '-t'] : []), tree]);
    return text.split('\0').filter(Boolean).map(parseEntry);
  });
}

function parseEntry(line: string): TreeEntry {
  const tab = line.indexOf('\t');
  const [mode = '', type = '', sha = '', size = '-'] = line.slice(0, tab).split(/ +/);
  return {
    path: line.slice(tab + 1),
    mode,
    type: type as TreeEntry['type'],
    sha,
    size: size === '-' ? null : Number(size),
  };
}

/** Writes many blobs with one process; the ids come back in order. */
export async function writeBlobs(git: Git, contents: Buffer[]): Promise<string[]> {
  if (contents.length === 0) return [];
  if (contents.length === 1)
    return [await git.text(['hash-object', '-w', '--stdin'], { input: contents[0] ?? Buffer.alloc(0) })];
  const input = contents.flatMap((content, index) => [
    Buffer.from(`blob\nmark :${index + 1}\ndata ${content.length}\n`),
    content,
    Buffer.from(`\nget-mark :${index + 1}\n`),
  ]);
  const text = await git.text(['fast-import', '--quiet'], { input: Buffer.concat(input) });
  return text.split('\n');
}

/** `sha: null` takes the path away. */
export type TreeChange = { path: string; mode: string; sha: string | null };

/** Git's own index does the composing, so that folders, files and links replace each other by its rules. */
export async function composeTree(git: Git, base: string | null, changes: TreeChange[]): Promise<string> {
  const index = join(git.directory, `index-${randomUUID()}`);
  const environment = { GIT_INDEX_FILE: index };
  const files: TreeChange[] = [];
  for (const change of changes) files.push(...(await asFiles(git, base, change)));
  const lines = files.map(({ path, mode, sha }) =>
    sha ? `${mode} ${sha}\t${path}\0` : `0 ${zeroSha}\t${path}\0`,
  );
  try {
    if (base) await git.text(['read-tree', base], { environment });
    await git.text(['update-index', '--add', '--replace', '-z', '--index-info'], {
      input: lines.join(''),
      environment,
    });
    return await git.text(['write-tree'], { environment });
  } finally {
    await rm(index, { force: true });
  }
}

/** An index holds files alone: a folder is what it had going and what it gets coming. */
async function asFiles(git: Git, base: string | null, change: TreeChange): Promise<TreeChange[]> {
  if (change.mode !== '040000') return [change];
  const before = base ? await git.objects.info(`${base}:${change.path}`) : null;
  const gone = before?.type === 'tree' ? await filesBelow(git, before.sha, change.path) : [];
  const coming = change.sha ? await filesBelow(git, change.sha, change.path) : [];
  return [...gone.map((file) => ({ ...file, sha: null })), ...coming];
}

async function filesBelow(git: Git, tree: string, folder: string): Promise<TreeChange[]> {
  const entries = await readTree(git, tree, true);
  return entries
    .filter((entry) => entry.type !== 'tree')
    .map(({ path, mode, sha }) => ({ path: `${folder}/${path}`, mode, sha }));
}
