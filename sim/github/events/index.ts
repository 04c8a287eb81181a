import type { Hub } from '../hub/hub.ts';
import type { Account, Issue, IssueComment, Label, Repository, ReviewComment } from '../hub/records.ts';
import { accountJson } from '../json/account-json.ts';
import { repositoryJson } from '../json/repository-json.ts';
import type { Json } from '../json/urls.ts';
import { payloadMistakes } from '../validation/check-answer.ts';
import { issueCommentPayload } from './issue-comment.ts';
import { issuePayload, labelEventOf } from './issues.ts';
import { reviewCommentPayload } from './pull-request-review-comment.ts';
import { defaultRef, dispatchPayload, schedulePayload, usualWorkflow } from './workflow.ts';

/** `GITHUB_EVENT_NAME`, what lies at `GITHUB_EVENT_PATH`, and what else a run is told of its event. */
export type Event = {
  name: string;
  payload: Json;
  /** `GITHUB_REF`. Source: https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows. */
  ref: string;
  /** `GITHUB_ACTOR`. */
  actor: Account;
  /** The path of the workflow's file, as in `GITHUB_WORKFLOW_REF`. */
  workflow: string;
};

/** Who caused it; the author where left out. */
type From = { sender?: Account };

export type Events = {
  issueComment(
    action: 'created' | 'edited' | 'deleted',
    comment: IssueComment,
    options?: From & { previousBody?: string },
  ): Event;
  /** Of `labeled` and `unlabeled` there is one only where that has happened, and it tells of that moment. */
  issues(
    action: 'opened' | 'labeled' | 'unlabeled' | 'assigned' | 'edited' | 'reopened' | 'closed',
    issue: Issue,
    options?: From & { label?: Label; assignee?: Account; previousBody?: string },
  ): Event;
  pullRequestReviewComment(action: 'created', comment: ReviewComment, options?: From): Promise<Event>;
  workflowDispatch(
    repository: Repository,
    options: { sender: Account; inputs?: Record<string, string>; ref?: string; workflow?: string },
  ): Event;
  /** The actor is the one that GitHub names for a schedule, usually who wrote its line of cron; the owner where left out. */
  schedule(repository: Repository, options?: { cron?: string; workflow?: string; actor?: Account }): Event;
};

export function buildEvents(hub: Hub): Events {
  const wrap = (
    name: string,
    action: string | null,
    repository: Repository,
    sender: Account,
    own: Json,
    of: Partial<Event> = {},
  ): Event => {
    const payload = {
      ...(action === null ? {} : { action }),
      ...own,
      repository: repositoryJson(hub, repository),
      sender: accountJson(hub, sender),
    };
    const mistakes = payloadMistakes(name, action, payload);
    if (mistakes.length > 0) hub.violations.push(`event ${name} ${action}: ${mistakes.join('; ')}`);
    return { name, payload, ref: defaultRef(repository), actor: sender, workflow: usualWorkflow, ...of };
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
        options.sender ?? labelEventOf(action, issue, options)?.actor ?? issue.author,
        issuePayload(hub, action, issue, options),
      ),
    pullRequestReviewComment: async (action, comment, options = {}) =>
      wrap(
        'pull_request_review_comment',
        action,
        comment.thread.issue.repository,
        options.sender ?? comment.author,
        await reviewCommentPayload(hub, comment),
        { ref: `refs/pull/${comment.thread.issue.number}/merge` },
      ),
    workflowDispatch: (repository, options) =>
      wrap('workflow_dispatch', null, repository, options.sender, dispatchPayload(repository, options), {
        ref: options.ref ?? defaultRef(repository),
        workflow: options.workflow ?? usualWorkflow,
      }),
    schedule: (repository, options = {}) => ({
      name: 'schedule',
      payload: schedulePayload(hub, repository, options),
      ref: defaultRef(repository),
      actor: options.actor ?? repository.owner,
      workflow: options.workflow ?? usualWorkflow,
    }),
  };
}
