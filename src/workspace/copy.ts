import { lchownSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, ChangedFile, ObjectId } from '../core/change.ts';
import { git } from '../git/git.ts';
import { alternatesFile, type Place } from './private-git.ts';
import { stage } from './stage.ts';

export type Owner = { uid: number; gid: number };

export type Laying = {
  pristine: string;
  commit: ObjectId;
  /** What is laid of it, where that is not its own tree. */
  tree?: ObjectId;
  owner: Owner | null;
  change?: { files: readonly ChangedFile[]; blobs: Blobs };
};

/** The branch that the agent finds itself on; nothing of it is ever published. */
const branch = 'work';

/** Attribution of what the agent commits in its own copy, which nobody else ever sees. */
const agentConfig = `[core]
	repositoryformatversion = 0
	bare = false
	logallrefupdates = true
[user]
	name = Agent
	email = agent@localhost
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/**
 * Lays a commit's tree into a new folder, with a `.git` that is the agent's to do with as it likes: no remote, no
 * credentials, and the history's objects borrowed from `pristine`, which must be seen at its own path, and only read,
 * wherever git is to work in the copy. All of it belongs to `owner`, where one is given (only root can give). With a
 * `change` that lies on top of the commit, through the index: what it holds is never a path to write through.
 */
export async function layCopy(place: Place, laying: Laying, signal: AbortSignal): Promise<void> {
  const { pristine, commit, owner } = laying;
  const { gitDir, folder } = place;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([layFiles(place, laying, signal), disposableGit(join(folder, '.git'), pristine, commit)]);
  if (owner) {
    give(folder, owner);
    // A change of owner is a change to git.
    await git(gitDir, ['update-index', '-q', '--refresh'], { workTree: folder, signal });
  }
  const index = join(folder, '.git/index');
  await copyFile(join(gitDir, 'index'), index);
  if (owner) lchownSync(index, owner.uid, owner.gid);
}

/** The index knows the files as they lie then, so that the copy's git need not look into every one of them either. */
async function layFiles(
  { gitDir, folder }: Place,
  { commit, tree = commit, change }: Laying,
  signal: AbortSignal,
): Promise<void> {
  await git(gitDir, ['read-tree', tree], { signal });
  if (change) await stage(gitDir, change.files, { blobs: change.blobs, signal });
  const parallel = ['checkout.workers=0'];
  const lay = ['checkout-index', '--all', '--index', '--quiet'];
  await git(gitDir, lay, { workTree: folder, config: parallel, signal });
}

async function disposableGit(gitDir: string, pristine: string, commit: ObjectId): Promise<void> {
  for (const inside of ['objects/info', 'refs/heads', 'info'])
    await mkdir(join(gitDir, inside), { recursive: true });
  await writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${branch}\n`);
  await writeFile(join(gitDir, 'refs/heads', branch), `${commit}\n`);
  await writeFile(join(gitDir, 'config'), agentConfig);
  await writeFile(join(gitDir, 'objects/info/alternates'), alternatesFile([join(pristine, 'objects')]));
  // Where the history was cut off; a whole one has no such file.
  await copyFile(join(pristine, 'shallow'), join(gitDir, 'shallow')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Nobody works in the folder yet, and links are not followed. */
function give(path: string, { uid, gid }: Owner): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) give(inner, { uid, gid });
    else lchownSync(inner, uid, gid);
  }
}
