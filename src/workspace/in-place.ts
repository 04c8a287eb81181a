import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Blobs } from '../core/change.ts';
import type { Trees } from '../core/trees.ts';
import { git } from '../git/git.ts';
import { changesBetween } from './changes-between.ts';
import { dependencyRules } from './dependencies.ts';
import { type Place, preparePrivateGit } from './private-git.ts';
import { distrusted, seedIndex } from './seeded-index.ts';
import { treesOf } from './trees.ts';
import { findUserRepository, type UserRepository } from './user-repository.ts';

/**
 * The user's own folder as trees, for `oi exec`. `state` is the session's own folder, outside the workspace and the
 * same when it is resumed. The user's git dir lends its objects and a copy of its index, so that a first snapshot needs
 * no hashing; it is never written, and none of its configuration, hooks or filters is used. No process runs here.
 */
export async function openInPlace(at: { folder: string; state: string; blobs: Blobs }): Promise<Trees> {
  const folder = await realpath(at.folder);
  const gitDir = join(at.state, 'trees.git');
  const repository = await repositoryFor(folder, gitDir);
  const prefix = repository && relative(repository.top, folder);
  const place: Place = { gitDir, folder, top: repository?.top ?? folder, prefix: prefix ? `${prefix}/` : '' };
  const resumed = await stat(join(gitDir, 'index')).catch(() => null);
  await prepare(place, repository);
  if (repository && !resumed) await seedIndex(gitDir, repository);
  return treesOf({
    place,
    distrusted: async (signal) => (repository && !resumed ? distrusted(place, repository, signal) : []),
    changes: async (base, snapshot) => changesBetween(place, base, await snapshot(), at.blobs),
  });
}

async function prepare({ gitDir }: Place, repository: UserRepository | null): Promise<void> {
  if (!repository) return preparePrivateGit(gitDir, { exclude: dependencyRules });
  const { commonDir } = repository;
  const exclude = await readFile(join(commonDir, 'info/exclude'), 'utf8').catch(() => '');
  return preparePrivateGit(gitDir, {
    alternates: [join(commonDir, 'objects')],
    exclude: dependencyRules + exclude,
  });
}

/** A folder that the repository around it ignores is no part of it: its own files would all be ignored too. */
async function repositoryFor(folder: string, gitDir: string): Promise<UserRepository | null> {
  const repository = await findUserRepository(folder);
  if (!repository || repository.top === folder) return repository;
  await prepare({ gitDir, folder, top: repository.top, prefix: '' }, repository);
  const check = ['check-ignore', '--no-index', '--', `./${relative(repository.top, folder)}`];
  const ignored = await git(gitDir, check, { workTree: repository.top, exits: [0, 1] });
  return ignored.length > 0 ? null : repository;
}
