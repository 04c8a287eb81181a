import type { Hub } from '../hub/hub.ts';
import type { Account, PullIssue, Repository } from '../hub/records.ts';
import { followBranches } from '../pulls/follow-branches.ts';
import { isMergeable, pullCommits, pullFiles } from '../pulls/pull-changes.ts';
import { accountJson, association, authorJson } from './account-json.ts';
import { labelJson } from './issue-json.ts';
import { repositoryJson } from './repository-json.ts';
import { apiUrl, issueApiUrl, issueWebUrl, type Json, pullApiUrl } from './urls.ts';

/** The pull request as lists and events carry it. */
export async function simplePullJson(hub: Hub, issue: PullIssue): Promise<Json> {
  await followBranches(hub, issue);
  const { pull, repository } = issue;
  const url = pullApiUrl(hub, issue);
  const web = issueWebUrl(hub, issue);
  const assignees = issue.assignees.map((account) => accountJson(hub, account));
  const links = {
    self: url,
    html: web,
    issue: issueApiUrl(hub, issue),
    comments: `${issueApiUrl(hub, issue)}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${apiUrl(hub, repository)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${apiUrl(hub, repository)}/statuses/${pull.headSha}`,
  };
  return {
    url,
    id: pull.id,
    node_id: issue.nodeId,
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: links.issue,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: authorJson(hub, issue.author),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.requestedReviewers.map((account) => accountJson(hub, account)),
    requested_teams: [],
    labels: issue.labels.map((label) => labelJson(hub, repository, label)),
    milestone: null,
    draft: pull.draft,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    head: branchJson(hub, pull.headOwner, pull.headRepository, pull.head, pull.headSha),
    base: branchJson(hub, repository.owner, repository, pull.base, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: association(repository, issue.author),
    auto_merge: null,
    active_lock_reason: null,
  };
}

const branchJson = (
  hub: Hub,
  owner: Account,
  repository: Repository | null,
  ref: string,
  sha: string,
): Json => ({
  label: `${owner.login}:${ref}`,
  ref,
  sha,
  user: authorJson(hub, owner),
  repo: repository ? repositoryJson(hub, repository) : null,
});

/** `GET /repos/{owner}/{repo}/pulls/{pull_number}`, with what only git can count. */
export async function pullJson(hub: Hub, issue: PullIssue): Promise<Json> {
  const simple = await simplePullJson(hub, issue);
  const { pull } = issue;
  const [files, commits, mergeable] = await Promise.all([
    pullFiles(issue),
    pullCommits(issue),
    isMergeable(issue),
  ]);
  return {
    ...simple,
    merged: pull.merged !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeableState(mergeable, pull.draft),
    merged_by: authorJson(hub, pull.merged?.by ?? null),
    comments: issue.comments.length,
    review_comments: pull.threads.reduce((sum, thread) => sum + thread.comments.length, 0),
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

function mergeableState(mergeable: boolean | null, draft: boolean): string {
  if (mergeable === null) return 'unknown';
  if (!mergeable) return 'dirty';
  return draft ? 'draft' : 'clean';
}
