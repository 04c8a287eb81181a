import { editBody } from '../../actions/issues.ts';
import {
  addToThread,
  createReview,
  type Place,
  planThread,
  removeFromThread,
} from '../../actions/reviews.ts';
import { reads, writes } from '../../hub/access.ts';
import { pullsOf } from '../../hub/hub.ts';
import type { PullIssue, ReviewComment, Thread } from '../../hub/records.ts';
import { reviewCommentJson } from '../../json/review-json.ts';
import { created, noContent, ok, paged } from '../answer.ts';
import { notFound, validationFailed } from '../api-error.ts';
import { type Body, type Call, pullOf, type Routes, writerOf } from '../call.ts';
import { checkBody, mayChange } from '../texts.ts';

const needs = writes('read', 'pull_requests');

export const reviewComments: Routes = {
  'pulls/list-review-comments': {
    needs: reads('pull_requests'),
    async answer(call) {
      const since = call.query.get('since') ?? '';
      const comments = commentsOf(await pullOf(call)).filter((comment) => comment.updatedAt >= since);
      return paged(call, comments, (comment) => reviewCommentJson(call.hub, comment));
    },
  },
  'pulls/get-review-comment': {
    needs: reads('pull_requests'),
    answer: async (call) => ok(await reviewCommentJson(call.hub, reviewCommentOf(call))),
  },
  'pulls/create-review-comment': {
    needs,
    async answer(call) {
      const issue = await pullOf(call);
      const body = call.body as Body<'pulls', 'createReviewComment'>;
      checkBody(call, 'PullRequestReviewComment', body.body);
      const thread = await startThread(call, issue, body);
      return created(await reviewCommentJson(call.hub, say(call, thread, body.body)));
    },
  },
  'pulls/create-reply-for-review-comment': {
    needs,
    async answer(call) {
      await pullOf(call);
      const { body } = call.body as Body<'pulls', 'createReplyForReviewComment'>;
      checkBody(call, 'PullRequestReviewComment', body);
      return created(await reviewCommentJson(call.hub, say(call, reviewCommentOf(call).thread, body)));
    },
  },
  'pulls/update-review-comment': {
    needs,
    async answer(call) {
      const comment = reviewCommentOf(call);
      const { body } = call.body as Body<'pulls', 'updateReviewComment'>;
      mayChange(call, comment);
      checkBody(call, 'PullRequestReviewComment', body);
      editBody(call.hub, comment, body);
      return ok(await reviewCommentJson(call.hub, comment));
    },
  },
  'pulls/delete-review-comment': {
    needs,
    answer(call) {
      const comment = reviewCommentOf(call);
      mayChange(call, comment);
      removeFromThread(call.hub, comment);
      return noContent();
    },
  },
};

type WantedPlace = {
  path: string;
  line?: number;
  side?: string;
  start_line?: number;
  subject_type?: string;
};

export async function startThread(call: Call, issue: PullIssue, wanted: WantedPlace): Promise<Thread> {
  const place: Place = {
    path: wanted.path,
    line: wanted.subject_type === 'file' ? null : (wanted.line ?? 0),
    startLine: wanted.start_line ?? null,
    side: wanted.side === 'LEFT' ? 'LEFT' : 'RIGHT',
  };
  const thread = await planThread(call.hub, issue, place);
  if (thread) return thread;
  throw validationFailed({
    resource: 'PullRequestReviewComment',
    code: 'custom',
    field: 'pull_request_review_thread.line',
    message: 'could not be resolved',
  });
}

/** A comment outside a review makes a review of its own. */
function say(call: Call, thread: Thread, body: string): ReviewComment {
  const { hub } = call;
  const writer = writerOf(call);
  const review = createReview(hub, thread.issue, writer, { body: '', state: 'COMMENTED' });
  return addToThread(hub, thread, writer, review, body);
}

const commentsOf = (issue: PullIssue): ReviewComment[] =>
  issue.pull.threads.flatMap((thread) => thread.comments).sort((one, other) => one.id - other.id);

export function reviewCommentOf(call: Call): ReviewComment {
  const id = Number(call.parameter('comment_id'));
  const comment = pullsOf(call.repository)
    .flatMap(commentsOf)
    .find((other) => other.id === id);
  if (!comment) throw notFound();
  return comment;
}
