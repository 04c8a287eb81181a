import type { Git } from '../git/open-git.ts';

/** `2026-01-31T12:00:00Z`: GitHub's timestamps carry whole seconds. */
export type Timestamp = string;

export const roles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Role = (typeof roles)[number];

export type Account = {
  kind: 'account';
  id: number;
  nodeId: string;
  login: string;
  type: 'User' | 'Bot' | 'Organization';
  name: string | null;
  /** A deleted account's texts stay; their author reads as null. */
  deleted: boolean;
  createdAt: Timestamp;
};

export type Label = {
  kind: 'label';
  id: number;
  nodeId: string;
  name: string;
  color: string;
  description: string | null;
};

export const reactionContents = [
  '+1',
  '-1',
  'laugh',
  'confused',
  'heart',
  'hooray',
  'rocket',
  'eyes',
] as const;
export type ReactionContent = (typeof reactionContents)[number];
export type Reaction = {
  id: number;
  nodeId: string;
  author: Account;
  content: ReactionContent;
  createdAt: Timestamp;
};

/** What issues, pull requests and comments have in common. */
export type Text = {
  id: number;
  nodeId: string;
  author: Account;
  /** The App whose token wrote it. */
  app: Account | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastEditedAt: Timestamp | null;
  reactions: Reaction[];
};

export type IssueComment = Text & {
  kind: 'issueComment';
  issue: Issue;
  body: string;
  minimized: string | null;
};

export type Issue = Text & {
  kind: 'issue';
  repository: Repository;
  number: number;
  title: string;
  body: string | null;
  labels: Label[];
  assignees: Account[];
  state: 'open' | 'closed';
  stateReason: 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null;
  locked: boolean;
  closedAt: Timestamp | null;
  closedBy: Account | null;
  comments: IssueComment[];
  /** Oldest first. */
  labelHistory: LabelEvent[];
  pull: Pull | null;
};

/** That a label came or went, as the timeline tells it. */
export type LabelEvent = {
  kind: 'labeled' | 'unlabeled';
  id: number;
  nodeId: string;
  issue: Issue;
  label: Label;
  actor: Account;
  createdAt: Timestamp;
};

/** An issue that is a pull request. */
export type PullIssue = Issue & { pull: Pull };

export type Pull = {
  id: number;
  base: string;
  head: string;
  /** Null once the fork is deleted. */
  headRepository: Repository | null;
  headOwner: Account;
  /** Tips as last seen; they follow the branches while the pull request is open. */
  headSha: string;
  baseSha: string;
  draft: boolean;
  maintainerCanModify: boolean;
  merged: { at: Timestamp; by: Account; sha: string } | null;
  requestedReviewers: Account[];
  reviews: Review[];
  threads: Thread[];
};

export type Review = {
  kind: 'review';
  id: number;
  nodeId: string;
  issue: PullIssue;
  author: Account;
  body: string;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'PENDING';
  submittedAt: Timestamp;
  commitSha: string;
};

export type Side = 'LEFT' | 'RIGHT';

export type Thread = {
  kind: 'thread';
  nodeId: string;
  issue: PullIssue;
  path: string;
  /** Null for a comment on the whole file. */
  originalLine: number | null;
  originalStartLine: number | null;
  side: Side;
  /** The head that the thread was started on. */
  originalSha: string;
  diffHunk: string;
  originalPosition: number;
  resolvedBy: Account | null;
  comments: ReviewComment[];
};

export type ReviewComment = Text & {
  kind: 'reviewComment';
  thread: Thread;
  review: Review;
  body: string;
  minimized: string | null;
};

export type Repository = {
  kind: 'repository';
  id: number;
  nodeId: string;
  owner: Account;
  name: string;
  description: string | null;
  private: boolean;
  archived: boolean;
  defaultBranch: string;
  parent: Repository | null;
  /** Direct collaborators by login in lower case. */
  roles: Map<string, Role>;
  /** By name in lower case. */
  labels: Map<string, Label>;
  issues: Map<number, Issue>;
  /** Commits that the API signed. */
  signed: Set<string>;
  /** Settings, Actions, "Allow GitHub Actions to create and approve pull requests". */
  actionsMayCreatePulls: boolean;
  /** Whether the owner's plan has draft pull requests; a private repository of a free account has none. */
  drafts: boolean;
  git: Git;
  createdAt: Timestamp;
  pushedAt: Timestamp;
};

export type Permission = 'metadata' | 'contents' | 'issues' | 'pull_requests' | 'actions' | 'workflows';

export type Token = {
  value: string;
  account: Account;
  /** Null is a classic token, which may do whatever its person may. */
  permissions: Partial<Record<Permission, 'read' | 'write'>> | null;
  /** Full names the token was made for; null is every repository. */
  repositories: string[] | null;
};

/** Whatever has a global id that a GraphQL query may name. */
export type NodeRecord =
  | Account
  | Label
  | LabelEvent
  | Issue
  | IssueComment
  | Review
  | Thread
  | ReviewComment
  | Repository;
