import { type Person, writeCommit } from '../git/commits.ts';
import { moveRef } from '../git/refs.ts';
import { composeTree, type TreeChange } from '../git/trees.ts';
import type { Hub } from '../hub/hub.ts';
import type { Account, Repository } from '../hub/records.ts';
import { noreplyEmail } from '../json/commit-json.ts';
import type { Writer } from './issues.ts';

export const personOf = (hub: Hub, account: Account): Person => ({
  name: account.name ?? account.login,
  email: noreplyEmail(account),
  date: hub.clock.now(),
});

export type ApiCommit = {
  tree: string;
  parents: string[];
  message: string;
  author?: Partial<Person>;
  committer?: Partial<Person>;
};

/** GitHub signs what an App commits through the API as itself, and nothing where an author was given. */
export async function apiCommit(
  hub: Hub,
  repository: Repository,
  { author: account, app }: Writer,
  commit: ApiCommit,
): Promise<string> {
  const own = !commit.author && !commit.committer;
  const author = { ...personOf(hub, account), ...commit.author };
  const webFlow = { name: 'GitHub', email: 'noreply@github.com', date: hub.clock.now() };
  const committer = own ? webFlow : { ...author, ...commit.committer };
  const sha = await writeCommit(repository.git, { ...commit, author, committer });
  if (own && app) repository.signed.add(sha);
  return sha;
}

/** Commits on a branch on behalf of somebody. The branch moves from `parent`; null where it stands elsewhere by now. */
export async function commitOnBranch(
  hub: Hub,
  repository: Repository,
  writer: Writer,
  change: { branch: string; parent: string; changes: TreeChange[]; message: string } & Pick<
    ApiCommit,
    'author' | 'committer'
  >,
): Promise<string | null> {
  const { git } = repository;
  const tree = await composeTree(git, change.parent, change.changes);
  const sha = await apiCommit(hub, repository, writer, { ...change, tree, parents: [change.parent] });
  if (await moveRef(git, `refs/heads/${change.branch}`, sha, change.parent)) return null;
  repository.pushedAt = hub.clock.now();
  return sha;
}
