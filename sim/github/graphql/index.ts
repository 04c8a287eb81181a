import type { Fields } from './resolver.ts';
import { actorFields, botFields } from './types/actor.ts';
import { blobFields, commitFields, refFields, treeEntryFields, treeFields } from './types/git.ts';
import { issueCommentFields, issueFields } from './types/issue.ts';
import { labelFields } from './types/label.ts';
import { mutationFields } from './types/mutation.ts';
import {
  changedFileFields,
  pullCommitFields,
  pullRequestFields,
  reviewCommentFields,
  reviewFields,
  threadFields,
} from './types/pull-request.ts';
import { queryFields } from './types/query.ts';
import { repositoryFields } from './types/repository.ts';
import { reactionFields, reactionGroupFields } from './types/text.ts';
import { labelEventFields } from './types/timeline.ts';

// biome-ignore lint/suspicious/noExplicitAny: each type has a source of its own.
type AnyFields = Fields<any>;

/** Fields by type. A type that is not here answers with its record's own keys (pages, payloads of mutations). */
export const types: Record<string, AnyFields> = {
  Query: queryFields,
  Mutation: mutationFields,
  Repository: repositoryFields,
  Issue: issueFields,
  PullRequest: pullRequestFields,
  IssueComment: issueCommentFields,
  PullRequestReview: reviewFields,
  PullRequestReviewThread: threadFields,
  PullRequestReviewComment: reviewCommentFields,
  PullRequestChangedFile: changedFileFields,
  PullRequestCommit: pullCommitFields,
  Label: labelFields,
  LabeledEvent: labelEventFields,
  UnlabeledEvent: labelEventFields,
  Reaction: reactionFields,
  ReactionGroup: reactionGroupFields,
  User: actorFields,
  Bot: botFields,
  Organization: actorFields,
  Ref: refFields,
  Commit: commitFields,
  Tree: treeFields,
  TreeEntry: treeEntryFields,
  Blob: blobFields,
};
