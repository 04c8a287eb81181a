import type { Hub } from '../hub/hub.ts';
import {
  type Issue,
  type IssueComment,
  type Label,
  type Reaction,
  type Repository,
  reactionContents,
} from '../hub/records.ts';
import { accountJson, appJson, association, authorJson } from './account-json.ts';
import { apiUrl, issueApiUrl, issueWebUrl, type Json, pullApiUrl } from './urls.ts';

export function issueJson(hub: Hub, issue: Issue): Json {
  const url = issueApiUrl(hub, issue);
  const assignees = issue.assignees.map((account) => accountJson(hub, account));
  return {
    url,
    repository_url: apiUrl(hub, issue.repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issueWebUrl(hub, issue),
    id: issue.id,
    node_id: issue.nodeId,
    number: issue.number,
    title: issue.title,
    user: authorJson(hub, issue.author),
    labels: issue.labels.map((label) => labelJson(hub, issue.repository, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: association(issue.repository, issue.author),
    active_lock_reason: null,
    body: issue.body,
    closed_by: authorJson(hub, issue.closedBy),
    reactions: rollupJson(`${url}/reactions`, issue.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: appJson(hub, issue.app),
    state_reason: issue.stateReason,
    ...(issue.pull ? pullLinksJson(hub, issue) : { type: null }),
  };
}

/** What tells a comment on a pull request from one on an issue. */
function pullLinksJson(hub: Hub, issue: Issue): Json {
  const web = issueWebUrl(hub, issue);
  return {
    draft: issue.pull?.draft ?? false,
    pull_request: {
      url: pullApiUrl(hub, issue),
      html_url: web,
      diff_url: `${web}.diff`,
      patch_url: `${web}.patch`,
      merged_at: issue.pull?.merged?.at ?? null,
    },
  };
}

export function issueCommentJson(hub: Hub, comment: IssueComment): Json {
  const { issue } = comment;
  const url = `${apiUrl(hub, issue.repository)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${issueWebUrl(hub, issue)}#issuecomment-${comment.id}`,
    issue_url: issueApiUrl(hub, issue),
    id: comment.id,
    node_id: comment.nodeId,
    user: authorJson(hub, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: association(issue.repository, comment.author),
    reactions: rollupJson(`${url}/reactions`, comment.reactions),
    performed_via_github_app: appJson(hub, comment.app),
  };
}

export const labelJson = (hub: Hub, repository: Repository, label: Label): Json => ({
  id: label.id,
  node_id: label.nodeId,
  url: `${apiUrl(hub, repository)}/labels/${encodeURIComponent(label.name)}`,
  name: label.name,
  description: label.description,
  color: label.color,
  default: false,
});

export const reactionJson = (hub: Hub, reaction: Reaction): Json => ({
  id: reaction.id,
  node_id: reaction.nodeId,
  user: authorJson(hub, reaction.author),
  content: reaction.content,
  created_at: reaction.createdAt,
});

export function rollupJson(url: string, reactions: Reaction[]): Json {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  return {
    url,
    total_count: reactions.length,
    ...Object.fromEntries(reactionContents.map((content) => [content, count(content)])),
  };
}
