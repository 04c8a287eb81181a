import { type Hub, newIds, remember } from '../hub/hub.ts';
import type {
  Account,
  Issue,
  IssueComment,
  Reaction,
  ReactionContent,
  Repository,
  Text,
} from '../hub/records.ts';
import { ensureLabel, setLabels } from './labels.ts';

/** Who writes, and through which App. */
export type Writer = { author: Account; app: Account | null };

export function newText(hub: Hub, prefix: string, writer: Writer): Text {
  const now = hub.clock.now();
  return {
    ...newIds(hub, prefix),
    ...writer,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    reactions: [],
  };
}

export type NewIssue = { title: string; body?: string | null; labels?: string[]; assignees?: Account[] };

export function createIssue(
  hub: Hub,
  repository: Repository,
  writer: Writer,
  options: NewIssue,
  prefix = 'I',
): Issue {
  const issue: Issue = {
    ...newText(hub, prefix, writer),
    kind: 'issue',
    repository,
    number: repository.issues.size + 1,
    title: options.title,
    body: options.body ?? null,
    labels: [],
    assignees: options.assignees ?? [],
    state: 'open',
    stateReason: null,
    locked: false,
    closedAt: null,
    closedBy: null,
    comments: [],
    labelHistory: [],
    pull: null,
  };
  repository.issues.set(issue.number, issue);
  const labels = (options.labels ?? []).map((name) => ensureLabel(hub, repository, name));
  setLabels(hub, issue, writer.author, labels);
  return remember(hub, issue);
}

export function createComment(hub: Hub, issue: Issue, writer: Writer, body: string): IssueComment {
  const comment: IssueComment = {
    ...newText(hub, 'IC', writer),
    kind: 'issueComment',
    issue,
    body,
    minimized: null,
  };
  issue.comments.push(comment);
  issue.updatedAt = comment.createdAt;
  return remember(hub, comment);
}

export function deleteComment(hub: Hub, comment: IssueComment): void {
  comment.issue.comments = comment.issue.comments.filter((other) => other !== comment);
  hub.nodes.delete(comment.nodeId);
}

export function editBody(hub: Hub, text: Text & { body: string | null }, body: string | null): void {
  if (text.body === body) return;
  text.body = body;
  text.updatedAt = text.lastEditedAt = hub.clock.now();
}

export function setState(
  hub: Hub,
  issue: Issue,
  by: Account,
  state: Issue['state'],
  reason?: Issue['stateReason'],
): void {
  if (issue.state !== state) {
    issue.state = state;
    issue.closedAt = state === 'closed' ? hub.clock.now() : null;
    issue.closedBy = state === 'closed' ? by : null;
    issue.updatedAt = hub.clock.now();
  }
  if (issue.pull) return;
  issue.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened');
}

/** `made` is false where the same account reacted so before. */
export function react(
  hub: Hub,
  text: Text,
  author: Account,
  content: ReactionContent,
): { reaction: Reaction; made: boolean } {
  const known = text.reactions.find((other) => other.content === content && other.author === author);
  if (known) return { reaction: known, made: false };
  const reaction: Reaction = { ...newIds(hub, 'REA'), author, content, createdAt: hub.clock.now() };
  text.reactions.push(reaction);
  return { reaction, made: true };
}
