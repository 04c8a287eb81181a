import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBare } from '../git/open-git.ts';
import { findRepository, fullName, type Hub, newIds, remember } from '../hub/hub.ts';
import type { Account, Repository, Role } from '../hub/records.ts';

export type NewRepository = {
  private?: boolean;
  description?: string;
  defaultBranch?: string;
  /** Direct collaborators; the owner is always admin. */
  roles?: Record<string, Role>;
};

export async function createRepository(
  hub: Hub,
  owner: Account,
  name: string,
  options: NewRepository = {},
): Promise<Repository> {
  const key = `${owner.login}/${name}`;
  if (findRepository(hub, key)) throw new Error(`${key} is there already`);
  const defaultBranch = options.defaultBranch ?? 'main';
  const repository: Repository = {
    kind: 'repository',
    ...newIds(hub, 'R'),
    owner,
    name,
    description: options.description ?? null,
    private: options.private ?? false,
    archived: false,
    defaultBranch,
    parent: null,
    roles: new Map(Object.entries(options.roles ?? {}).map(([login, role]) => [login.toLowerCase(), role])),
    labels: new Map(),
    issues: new Map(),
    signed: new Set(),
    actionsMayCreatePulls: true,
    drafts: true,
    git: await createBare(join(hub.root, owner.login, `${name}.git`), defaultBranch),
    createdAt: hub.clock.now(),
    pushedAt: hub.clock.now(),
  };
  hub.repositories.set(key.toLowerCase(), repository);
  return remember(hub, repository);
}

/** A second bare repository that shares nothing with the first. */
export async function forkRepository(hub: Hub, parent: Repository, owner: Account): Promise<Repository> {
  const fork = await createRepository(hub, owner, parent.name, {
    private: parent.private,
    defaultBranch: parent.defaultBranch,
  });
  fork.parent = parent;
  await fork.git.text([
    'fetch',
    '-q',
    parent.git.directory,
    '+refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  ]);
  return fork;
}

/** Its pull requests elsewhere keep what they had fetched and lose their head repository. */
export async function deleteRepository(hub: Hub, repository: Repository): Promise<void> {
  hub.repositories.delete(fullName(repository).toLowerCase());
  hub.nodes.delete(repository.nodeId);
  for (const other of hub.repositories.values())
    for (const issue of other.issues.values())
      if (issue.pull?.headRepository === repository) issue.pull.headRepository = null;
  repository.git.close();
  await rm(repository.git.directory, { recursive: true, force: true });
}
