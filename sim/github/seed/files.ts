import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { personOf } from '../actions/commits.ts';
import { writeCommit } from '../git/commits.ts';
import { branchSha } from '../git/refs.ts';
import { composeTree, writeBlobs } from '../git/trees.ts';
import type { Hub } from '../hub/hub.ts';
import type { Account, Repository } from '../hub/records.ts';

/** By path. Null takes a file away; a mode is `100755`, `120000` (the content is the target) or `160000` (a commit). */
export type Files = Record<string, string | Buffer | null | { mode: string; content: string | Buffer }>;

type Push = { author: Account; branch: string; message: string; files: Files; from?: string };

/** A commit by a person, with git's plumbing rather than the API. */
export async function pushFiles(hub: Hub, repository: Repository, push: Push): Promise<string> {
  const { git, defaultBranch } = repository;
  const tip = await branchSha(git, push.branch);
  const parent = tip ?? (await branchSha(git, push.from ?? defaultBranch)) ?? push.from ?? null;
  const person = personOf(hub, push.author);
  const sha = await writeCommit(git, {
    tree: await composeTree(git, parent, await changesOf(repository, push.files)),
    parents: parent ? [parent] : [],
    message: `${push.message}\n`,
    author: person,
    committer: person,
  });
  await git.text(['update-ref', `refs/heads/${push.branch}`, sha]);
  repository.pushedAt = hub.clock.now();
  return sha;
}

async function changesOf({ git }: Repository, files: Files) {
  const entries = Object.entries(files).map(([path, file]) => {
    if (file === null) return { path, mode: '100644', content: null };
    if (typeof file === 'string' || Buffer.isBuffer(file)) return { path, mode: '100644', content: file };
    return { path, ...file };
  });
  const stored = entries.filter((entry) => entry.content !== null && entry.mode !== '160000');
  const shas = await writeBlobs(
    git,
    stored.map(({ content }) => Buffer.from(content ?? '')),
  );
  return entries.map((entry) => {
    const known = entry.mode === '160000' ? String(entry.content) : null;
    return { path: entry.path, mode: entry.mode, sha: known ?? shas[stored.indexOf(entry)] ?? null };
  });
}

/** A folder as files, without its `.git`. */
export async function readFolder(folder: string, prefix = ''): Promise<Files> {
  const files: Files = {};
  for (const name of await readdir(join(folder, prefix))) {
    const path = prefix ? `${prefix}/${name}` : name;
    const whole = join(folder, path);
    const status = await lstat(whole);
    if (name === '.git') continue;
    if (status.isDirectory()) Object.assign(files, await readFolder(folder, path));
    else if (status.isSymbolicLink()) files[path] = { mode: '120000', content: await readlink(whole) };
    else files[path] = { mode: status.mode & 0o100 ? '100755' : '100644', content: await readFile(whole) };
  }
  return files;
}
