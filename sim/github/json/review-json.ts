import type { Hub } from '../hub/hub.ts';
import type { Review, ReviewComment } from '../hub/records.ts';
import { followBranches } from '../pulls/follow-branches.ts';
import { currentLine } from '../pulls/patch-lines.ts';
import { association, authorJson } from './account-json.ts';
import { rollupJson } from './issue-json.ts';
import { apiUrl, issueWebUrl, type Json, pullApiUrl } from './urls.ts';

export function reviewJson(hub: Hub, review: Review): Json {
  const html = `${issueWebUrl(hub, review.issue)}#pullrequestreview-${review.id}`;
  const pullUrl = pullApiUrl(hub, review.issue);
  return {
    id: review.id,
    node_id: review.nodeId,
    user: authorJson(hub, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(review.issue.repository, review.author),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: review.submittedAt,
    commit_id: review.commitSha,
  };
}

export async function reviewCommentJson(hub: Hub, comment: ReviewComment): Promise<Json> {
  const { thread } = comment;
  const { issue } = thread;
  await followBranches(hub, issue);
  const { git } = issue.repository;
  const line = await currentLine(git, thread, thread.originalLine);
  const startLine = await currentLine(git, thread, thread.originalStartLine);
  const outdated = thread.originalLine !== null && line === null;
  const url = `${apiUrl(hub, issue.repository)}/pulls/comments/${comment.id}`;
  const html = `${issueWebUrl(hub, issue)}#discussion_r${comment.id}`;
  const pullUrl = pullApiUrl(hub, issue);
  const root = thread.comments[0];
  return {
    url,
    pull_request_review_id: comment.review.id,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: thread.diffHunk,
    path: thread.path,
    position: outdated ? null : thread.originalPosition,
    original_position: thread.originalPosition,
    commit_id: outdated ? thread.originalSha : issue.pull.headSha,
    original_commit_id: thread.originalSha,
    user: authorJson(hub, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(issue.repository, comment.author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    start_line: startLine,
    original_start_line: thread.originalStartLine,
    start_side: thread.originalStartLine === null ? null : thread.side,
    line,
    original_line: thread.originalLine,
    side: thread.side,
    subject_type: thread.originalLine === null ? 'file' : 'line',
    ...(root && root !== comment ? { in_reply_to_id: root.id } : {}),
    reactions: rollupJson(`${url}/reactions`, comment.reactions),
  };
}
