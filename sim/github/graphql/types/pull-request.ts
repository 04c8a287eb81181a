import { branchSha } from '../../git/refs.ts';
import type { PullIssue, Repository, Review, ReviewComment, Thread } from '../../hub/records.ts';
import { association } from '../../json/account-json.ts';
import { reviewCommentJson, reviewJson } from '../../json/review-json.ts';
import { closingIssues } from '../../pulls/closing-issues.ts';
import { currentLine, isOutdated } from '../../pulls/patch-lines.ts';
import { isCrossRepository, isMergeable, pullCommits, pullFiles } from '../../pulls/pull-changes.ts';
import { connection } from '../connection.ts';
import type { Context, Fields } from '../resolver.ts';
import { actorOrNull } from './actor.ts';
import type { Ref } from './git.ts';
import { subjectFields } from './issue.ts';
import { textFields } from './text.ts';

/** The query that found the record has brought it up to date with its branches. */
export const pullRequestFields: Fields<PullIssue> = {
  ...subjectFields,
  // The database id of a pull request is not that of its issue.
  databaseId: (issue) => issue.pull.id,
  fullDatabaseId: (issue) => String(issue.pull.id),
  state: (issue) => (issue.pull.merged ? 'MERGED' : issue.state.toUpperCase()),
  isDraft: (issue) => issue.pull.draft,
  merged: (issue) => issue.pull.merged !== null,
  mergedAt: (issue) => issue.pull.merged?.at ?? null,
  mergeable: async (issue) => mergeableNames[String(await isMergeable(issue))],
  isCrossRepository,
  maintainerCanModify: (issue) => issue.pull.maintainerCanModify,
  baseRefName: (issue) => issue.pull.base,
  baseRefOid: (issue) => issue.pull.baseSha,
  baseRef: (issue) => branch(issue.repository, issue.pull.base),
  baseRepository: (issue) => issue.repository,
  headRefName: (issue) => issue.pull.head,
  headRefOid: (issue) => issue.pull.headSha,
  headRef: (issue) => issue.pull.headRepository && branch(issue.pull.headRepository, issue.pull.head),
  headRepository: (issue) => issue.pull.headRepository,
  headRepositoryOwner: (issue) => actorOrNull(issue.pull.headOwner),
  additions: async (issue) => sum(await pullFiles(issue), 'additions'),
  deletions: async (issue) => sum(await pullFiles(issue), 'deletions'),
  changedFiles: async (issue) => (await pullFiles(issue)).length,
  files: async (issue, args) => connection(await pullFiles(issue), args, 'files'),
  commits: async (issue, args) =>
    connection(
      (await pullCommits(issue)).map((sha) => ({ issue, sha })),
      args,
      'commits',
    ),
  closingIssuesReferences: (issue, args) => connection(closingIssues(issue), args, 'closingIssuesReferences'),
  reviews: (issue, args) => connection(issue.pull.reviews, args, 'reviews'),
  reviewThreads: (issue, args) => connection(issue.pull.threads, args, 'reviewThreads'),
};

const mergeableNames: Record<string, string> = { true: 'MERGEABLE', false: 'CONFLICTING', null: 'UNKNOWN' };

const sum = (files: { additions: number; deletions: number }[], key: 'additions' | 'deletions'): number =>
  files.reduce((total, file) => total + file[key], 0);

async function branch(repository: Repository, name: string): Promise<Ref | null> {
  const sha = await branchSha(repository.git, name);
  return sha ? { repository, name: `refs/heads/${name}`, sha } : null;
}

export const changedFileFields: Fields<Awaited<ReturnType<typeof pullFiles>>[number]> = {
  path: (file) => file.path,
  additions: (file) => file.additions,
  deletions: (file) => file.deletions,
  changeType: (file) => (file.status === 'removed' ? 'DELETED' : file.status.toUpperCase()),
};

export const pullCommitFields: Fields<{ issue: PullIssue; sha: string }> = {
  commit: ({ issue, sha }) => ({ repository: issue.repository, sha, type: 'commit' }),
  pullRequest: ({ issue }) => issue,
};

export const reviewFields: Fields<Review> = {
  id: (review) => review.nodeId,
  databaseId: (review) => review.id,
  fullDatabaseId: (review) => String(review.id),
  author: (review) => actorOrNull(review.author),
  authorAssociation: (review) => association(review.issue.repository, review.author),
  viewerDidAuthor: (review, _, { token }) => review.author === token.account,
  body: (review) => review.body,
  state: (review) => review.state,
  url: (review, _, { hub }) => reviewJson(hub, review)['html_url'],
  createdAt: (review) => review.submittedAt,
  submittedAt: (review) => review.submittedAt,
  lastEditedAt: () => null,
  isMinimized: () => false,
  comments: (review, args) =>
    connection(
      review.issue.pull.threads.flatMap((thread) =>
        thread.comments.filter((comment) => comment.review === review),
      ),
      args,
      'comments',
    ),
};

const lineNow = (thread: Thread) => currentLine(thread.issue.repository.git, thread, thread.originalLine);

export const threadFields: Fields<Thread> = {
  id: (thread) => thread.nodeId,
  path: (thread) => thread.path,
  line: lineNow,
  startLine: (thread) => currentLine(thread.issue.repository.git, thread, thread.originalStartLine),
  originalLine: (thread) => thread.originalLine,
  originalStartLine: (thread) => thread.originalStartLine,
  diffSide: (thread) => thread.side,
  subjectType: (thread) => (thread.originalLine === null ? 'FILE' : 'LINE'),
  isResolved: (thread) => thread.resolvedBy !== null,
  resolvedBy: (thread) => actorOrNull(thread.resolvedBy),
  isOutdated: (thread) => isOutdated(thread.issue.repository.git, thread),
  isCollapsed: (thread) => thread.resolvedBy !== null,
  pullRequest: (thread) => thread.issue,
  repository: (thread) => thread.issue.repository,
  comments: (thread, args) => connection(thread.comments, args, 'comments'),
};

export const reviewCommentFields: Fields<ReviewComment> = {
  ...textFields<ReviewComment>((comment) => comment.thread.issue.repository),
  path: (comment) => comment.thread.path,
  line: (comment) => lineNow(comment.thread),
  originalLine: (comment) => comment.thread.originalLine,
  diffHunk: (comment) => comment.thread.diffHunk,
  outdated: (comment) => isOutdated(comment.thread.issue.repository.git, comment.thread),
  isMinimized: (comment) => comment.minimized !== null,
  minimizedReason: (comment) => comment.minimized?.toLowerCase() ?? null,
  url: async (comment, _, { hub }: Context) => (await reviewCommentJson(hub, comment))['html_url'],
  replyTo: (comment) =>
    comment.thread.comments[0] === comment ? null : (comment.thread.comments[0] ?? null),
  pullRequestReview: (comment) => comment.review,
  pullRequest: (comment) => comment.thread.issue,
};
