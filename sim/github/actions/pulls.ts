import { mergeTrees } from '../git/merge.ts';
import { moveRef, resolveCommit } from '../git/refs.ts';
import type { Hub } from '../hub/hub.ts';
import type { PullIssue, Repository } from '../hub/records.ts';
import { rootOf } from '../hub/repository-family.ts';
import { closingIssues } from '../pulls/closing-issues.ts';
import { followBranches } from '../pulls/follow-branches.ts';
import { apiCommit } from './commits.ts';
import { createIssue, setState, type Writer } from './issues.ts';

export type NewPull = {
  title: string;
  body?: string | null;
  base: string;
  head: string;
  headRepository: Repository;
  draft?: boolean;
  maintainerCanModify?: boolean;
};

/** The branches exist: who calls has looked. */
export async function createPull(
  hub: Hub,
  repository: Repository,
  writer: Writer,
  options: NewPull,
): Promise<PullIssue> {
  const issue = createIssue(hub, repository, writer, options, 'PR');
  const pull: PullIssue = Object.assign(issue, {
    pull: {
      id: hub.nextId(),
      base: options.base,
      head: options.head,
      headRepository: options.headRepository,
      headOwner: options.headRepository.owner,
      headSha: '',
      baseSha: '',
      draft: options.draft ?? false,
      maintainerCanModify: options.maintainerCanModify ?? false,
      merged: null,
      requestedReviewers: [],
      reviews: [],
      threads: [],
    },
  });
  await followBranches(hub, pull);
  return pull;
}

export type MergeOptions = { squash: boolean; message: string };

/** The merge commit's id, or null where the two conflict or the base moved meanwhile. */
export async function mergePull(
  hub: Hub,
  issue: PullIssue,
  writer: Writer,
  options: MergeOptions,
): Promise<string | null> {
  const { pull, repository } = issue;
  const tree = await mergeTrees(repository.git, pull.baseSha, pull.headSha);
  if (!tree) return null;
  const parents = options.squash ? [pull.baseSha] : [pull.baseSha, pull.headSha];
  const sha = await apiCommit(hub, repository, writer, { tree, parents, message: options.message });
  if (await moveRef(repository.git, `refs/heads/${pull.base}`, sha, pull.baseSha)) return null;
  pull.merged = { at: hub.clock.now(), by: writer.author, sha };
  for (const closed of closingIssues(issue)) setState(hub, closed, writer.author, 'closed');
  setState(hub, issue, writer.author, 'closed');
  return sha;
}

/** `branch`, `owner:branch`; the repository of that owner in the same family of forks. */
export async function findHead(
  hub: Hub,
  repository: Repository,
  head: string,
): Promise<{ headRepository: Repository; head: string } | null> {
  const [, owner, branch = ''] = /^(?:([^:]+):)?(.+)$/.exec(head) ?? [];
  const headRepository = owner ? familyMember(hub, repository, owner) : repository;
  if (!headRepository || !(await resolveCommit(headRepository.git, `refs/heads/${branch}`))) return null;
  return { headRepository, head: branch };
}

function familyMember(hub: Hub, repository: Repository, owner: string): Repository | undefined {
  const root = rootOf(repository);
  return [...hub.repositories.values()].find(
    (other) => other.owner.login.toLowerCase() === owner.toLowerCase() && rootOf(other) === root,
  );
}
