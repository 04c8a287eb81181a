import { type Hub, newIds, remember } from '../hub/hub.ts';
import type { PullIssue, Review, ReviewComment, Side, Thread } from '../hub/records.ts';
import { findPatchLine } from '../pulls/patch-lines.ts';
import { pullFiles } from '../pulls/pull-changes.ts';
import { newText, type Writer } from './issues.ts';

export type NewReview = { body: string; state: Review['state']; commitSha?: string };

export function createReview(hub: Hub, issue: PullIssue, writer: Writer, options: NewReview): Review {
  const review: Review = {
    kind: 'review',
    ...newIds(hub, 'PRR'),
    issue,
    author: writer.author,
    body: options.body,
    state: options.state,
    submittedAt: hub.clock.now(),
    commitSha: options.commitSha ?? issue.pull.headSha,
  };
  issue.pull.reviews.push(review);
  return remember(hub, review);
}

/** `line` null is a comment on the whole file. */
export type Place = { path: string; line: number | null; startLine: number | null; side: Side };

/** Null where the pull request's diff does not show the place. The thread is there once it has a comment. */
export async function planThread(hub: Hub, issue: PullIssue, place: Place): Promise<Thread | null> {
  const file = (await pullFiles(issue)).find((changed) => changed.path === place.path);
  if (!file) return null;
  const found = place.line === null ? null : findPatchLine(file.patch ?? '', place.line, place.side);
  if (place.line !== null && !found) return null;
  const thread: Thread = {
    kind: 'thread',
    nodeId: newIds(hub, 'PRRT').nodeId,
    issue,
    path: place.path,
    originalLine: place.line,
    originalStartLine: place.startLine,
    side: place.side,
    originalSha: issue.pull.headSha,
    diffHunk: found?.diffHunk ?? '',
    originalPosition: found?.position ?? 1,
    resolvedBy: null,
    comments: [],
  };
  return thread;
}

export function addToThread(
  hub: Hub,
  thread: Thread,
  writer: Writer,
  review: Review,
  body: string,
): ReviewComment {
  const comment: ReviewComment = {
    ...newText(hub, 'PRRC', writer),
    kind: 'reviewComment',
    thread,
    review,
    body,
    minimized: null,
  };
  thread.comments.push(comment);
  if (!thread.issue.pull.threads.includes(thread)) thread.issue.pull.threads.push(remember(hub, thread));
  thread.issue.updatedAt = comment.createdAt;
  return remember(hub, comment);
}

export function removeFromThread(hub: Hub, { thread, nodeId }: ReviewComment): void {
  const { pull } = thread.issue;
  thread.comments = thread.comments.filter((other) => other.nodeId !== nodeId);
  if (thread.comments.length === 0) pull.threads = pull.threads.filter((other) => other !== thread);
  hub.nodes.delete(nodeId);
}
