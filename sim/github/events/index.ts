import type { Hub } from '../hub/hub.ts';
import type { Account, Issue, IssueComment, Label, Repository, ReviewComment } from '../hub/records.ts';
import { accountJson } from '../json/account-json.ts';
import { repositoryJson } from '../json/repository-json.ts';
import type { Json } from '../json/urls.ts';
import { payloadMistakes } from '../validation/check-answer.ts';
import { issueCommentPayload } from './issue-comment.ts';
import { issuePayload } from './issues.ts';
import { reviewCommentPayload } from './pull-request-review-comment.ts';
import { dispatchPayload, schedulePayload } from './workflow.ts';

/** `GITHUB_EVENT_NAME` and what lies at `GITHUB_EVENT_PATH`. */
export type Event = { name: string; payload: Json };

/** Who caused it; the author where left out. */
type From = { sender?: Account };

export type Events = {
  issueComment(
    action: 'created' | 'edited' | 'deleted',
    comment: IssueComment,
    options?: From & { previousBody?: string },
  ): Event;
  issues(
    action: 'opened' | 'labeled' | 'assigned' | 'edited' | 'reopened' | 'closed',
    issue: Issue,
    options?: From & { label?: Label; assignee?: Account; previousBody?: string },
  ): Event;
  pullRequestReviewComment(action: 'created', comment: ReviewComment, options?: From): Promise<Event>;
  workflowDispatch(
    repository: Repository,
    options: { sender: Account; inputs?: Record<string, string>; ref?: string; workflow?: string },
  ): Event;
  schedule(repository: Repository, options?: { cron?: string; workflow?: string }): Event;
};

export function buildEvents(hub: Hub): Events {
  const wrap = (
    name: string,
    action: string | null,
    repository: Repository,
    sender: Account,
    own: Json,
  ): Event => {
    const payload = {
      ...(action === null ? {} : { action }),
      ...own,
      repository: repositoryJson(hub, repository),
      sender: accountJson(hub, sender),
    };
    const mistakes = payloadMistakes(name, action, payload);
    if (mistakes.length > 0) hub.violations.push(`event ${name} ${action}: ${mistakes.join('; ')}`);
    return { name, payload };
  };
  return {
    issueComment: (action, comment, options = {}) =>
      wrap(
        'issue_comment',
        action,
        comment.issue.repository,
        options.sender ?? comment.author,
        issueCommentPayload(hub, comment, options.previousBody),
      ),
    issues: (action, issue, options = {}) =>
      wrap(
        'issues',
        action,
        issue.repository,
        options.sender ?? issue.author,
        issuePayload(hub, action, issue, options),
      ),
    pullRequestReviewComment: async (action, comment, options = {}) =>
      wrap(
        'pull_request_review_comment',
        action,
        comment.thread.issue.repository,
        options.sender ?? comment.author,
        await reviewCommentPayload(hub, comment),
      ),
    workflowDispatch: (repository, options) =>
      wrap('workflow_dispatch', null, repository, options.sender, dispatchPayload(repository, options)),
    schedule: (repository, options = {}) => ({
      name: 'schedule',
      payload: schedulePayload(hub, repository, options),
    }),
  };
}
