import type { Routes } from './call.ts';
import { assignees } from './routes/assignees.ts';
import { branches } from './routes/branches.ts';
import { commits } from './routes/commits.ts';
import { contents } from './routes/contents.ts';
import { gitObjects } from './routes/git-objects.ts';
import { gitRefs } from './routes/git-refs.ts';
import { gitTrees } from './routes/git-trees.ts';
import { issueComments } from './routes/issue-comments.ts';
import { issues } from './routes/issues.ts';
import { labels } from './routes/labels.ts';
import { merges } from './routes/merges.ts';
import { pullChanges } from './routes/pull-changes.ts';
import { pulls } from './routes/pulls.ts';
import { rateLimit } from './routes/rate-limit.ts';
import { reactions } from './routes/reactions.ts';
import { repositories } from './routes/repositories.ts';
import { reviewComments } from './routes/review-comments.ts';
import { reviewers } from './routes/reviewers.ts';
import { reviews } from './routes/reviews.ts';
import { users } from './routes/users.ts';

/** Every route that the local GitHub answers. */
export const routes: Routes = {
  ...assignees,
  ...branches,
  ...commits,
  ...contents,
  ...gitObjects,
  ...gitRefs,
  ...gitTrees,
  ...issueComments,
  ...issues,
  ...labels,
  ...merges,
  ...pullChanges,
  ...pulls,
  ...rateLimit,
  ...reactions,
  ...repositories,
  ...reviewComments,
  ...reviewers,
  ...reviews,
  ...users,
};
