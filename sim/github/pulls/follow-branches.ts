import { borrowCommit } from '../git/commits.ts';
import { branchSha, refSha } from '../git/refs.ts';
import type { Hub } from '../hub/hub.ts';
import { pullsOf } from '../hub/hub.ts';
import type { PullIssue, Repository } from '../hub/records.ts';

export const pullRef = (issue: PullIssue): string => `refs/pull/${issue.number}/head`;

/**
 * Brings an open pull request up to its branches: people push with git, past this server's records. A deleted head
 * branch closes it, as on GitHub; what it had reached stays in refs/pull/N/head.
 */
export function followBranches(hub: Hub, issue: PullIssue): Promise<void> {
  const next = (following.get(issue) ?? Promise.resolve()).then(() => follow(hub, issue));
  following.set(
    issue,
    next.catch(() => {}),
  );
  return next;
}

/** One at a time for each pull request: two would lock the same ref. */
const following = new WeakMap<PullIssue, Promise<void>>();

async function follow(hub: Hub, issue: PullIssue): Promise<void> {
  const { pull, repository } = issue;
  if (issue.state !== 'open') return;
  const base = await branchSha(repository.git, pull.base);
  const head = pull.headRepository && (await branchSha(pull.headRepository.git, pull.head));
  if (!base || (pull.headRepository && !head)) {
    issue.state = 'closed';
    issue.closedAt = issue.updatedAt = hub.clock.now();
    return;
  }
  pull.baseSha = base;
  if (head && pull.headRepository) await moveHead(issue, pull.headRepository, head);
}

async function moveHead(issue: PullIssue, from: Repository, head: string): Promise<void> {
  const { git } = issue.repository;
  if ((await refSha(git, pullRef(issue))) !== head) {
    await borrowCommit(from.git, git, head);
    await git.text(['update-ref', pullRef(issue), head]);
  }
  issue.pull.headSha = head;
}

/** Before git serves refs/pull/*. */
export async function followAllBranches(hub: Hub, repository: Repository): Promise<void> {
  for (const issue of pullsOf(repository)) await followBranches(hub, issue);
}
