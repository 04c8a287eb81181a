import { listCommits } from '../git/commits.ts';
import { type ChangedFile, changedFiles, diffText } from '../git/diff.ts';
import { mergeBase, mergeTrees } from '../git/merge.ts';
import type { PullIssue } from '../hub/records.ts';

/** Where the head left the base; the base itself where they share no history. */
export async function forkPoint({ repository, pull }: PullIssue): Promise<string> {
  return (await mergeBase(repository.git, pull.baseSha, pull.headSha)) ?? pull.baseSha;
}

export async function pullFiles(issue: PullIssue): Promise<ChangedFile[]> {
  return changedFiles(issue.repository.git, await forkPoint(issue), issue.pull.headSha);
}

export async function pullDiff(issue: PullIssue): Promise<string> {
  return diffText(issue.repository.git, await forkPoint(issue), issue.pull.headSha);
}

/** Oldest first. */
export async function pullCommits({ repository, pull }: PullIssue): Promise<string[]> {
  return repository.git.once(`range ${pull.baseSha} ${pull.headSha}`, () =>
    listCommits(repository.git, [`${pull.baseSha}..${pull.headSha}`], true),
  );
}

/** Null on a closed pull request, where GitHub no longer computes it. */
export async function isMergeable(issue: PullIssue): Promise<boolean | null> {
  if (issue.state !== 'open') return null;
  return (await mergeTrees(issue.repository.git, issue.pull.baseSha, issue.pull.headSha)) !== null;
}

export const isCrossRepository = (issue: PullIssue): boolean =>
  issue.pull.headRepository !== issue.repository;
