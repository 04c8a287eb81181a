import type { Issue, IssueComment } from '../../hub/records.ts';
import { issueCommentJson } from '../../json/issue-json.ts';
import { issueWebUrl } from '../../json/urls.ts';
import { connection } from '../connection.ts';
import type { Fields } from '../resolver.ts';
import { labelConnection } from './label.ts';
import { textFields } from './text.ts';
import { timelineItems } from './timeline.ts';

/** Shared by Issue and PullRequest. */
export const subjectFields: Fields<Issue> = {
  ...textFields<Issue>((issue) => issue.repository),
  number: (issue) => issue.number,
  title: (issue) => issue.title,
  url: (issue, _, { hub }) => issueWebUrl(hub, issue),
  closed: (issue) => issue.state === 'closed',
  closedAt: (issue) => issue.closedAt,
  locked: (issue) => issue.locked,
  labels: (issue, args) => labelConnection(issue.labels, args),
  assignees: (issue, args) => connection(issue.assignees, args, 'assignees'),
  comments: (issue, args) => connection(issue.comments, args, 'comments'),
  timelineItems,
};

export const issueFields: Fields<Issue> = {
  ...subjectFields,
  state: (issue) => issue.state.toUpperCase(),
  stateReason: (issue) => issue.stateReason?.toUpperCase() ?? null,
};

export const issueCommentFields: Fields<IssueComment> = {
  ...textFields<IssueComment>((comment) => comment.issue.repository),
  url: (comment, _, { hub }) => issueCommentJson(hub, comment)['html_url'],
  isMinimized: (comment) => comment.minimized !== null,
  minimizedReason: (comment) => comment.minimized?.toLowerCase() ?? null,
  issue: (comment) => comment.issue,
  pullRequest: (comment) => (comment.issue.pull ? comment.issue : null),
};
