import { addToThread, createReview } from '../../actions/reviews.ts';
import { reads, writes } from '../../hub/access.ts';
import type { Review } from '../../hub/records.ts';
import { reviewJson } from '../../json/review-json.ts';
import { ok, paged } from '../answer.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type Body, type Call, pullOf, type Routes, writerOf } from '../call.ts';
import { checkBody } from '../texts.ts';
import { actionsForbidden } from './pulls.ts';
import { startThread } from './review-comments.ts';

const states: Record<string, Review['state']> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
};

export const reviews: Routes = {
  'pulls/list-reviews': {
    needs: reads('pull_requests'),
    answer: async (call) =>
      paged(call, (await pullOf(call)).pull.reviews, (review) => reviewJson(call.hub, review)),
  },
  'pulls/get-review': {
    needs: reads('pull_requests'),
    async answer(call) {
      const id = Number(call.parameter('review_id'));
      const review = (await pullOf(call)).pull.reviews.find((other) => other.id === id);
      if (!review) throw notFound();
      return ok(reviewJson(call.hub, review));
    },
  },
  'pulls/create-review': {
    needs: writes('read', 'pull_requests'),
    answer: async (call) => ok(reviewJson(call.hub, await postReview(call))),
  },
};

async function postReview(call: Call): Promise<Review> {
  const issue = await pullOf(call);
  const writer = writerOf(call);
  const wanted = call.body as Body<'pulls', 'createReview'>;
  checkBody(call, 'PullRequestReview', wanted.body);
  if (wanted.event === 'APPROVE') {
    if (actionsForbidden(call)) throw actionsForbidden(call);
    if (issue.author === writer.author)
      throw new ApiError(422, 'Unprocessable Entity', ['Review Can not approve your own pull request']);
  }
  if (wanted.event && wanted.event !== 'APPROVE' && !wanted.body && !wanted.comments?.length)
    throw new ApiError(422, 'Unprocessable Entity', ["Review body can't be blank"]);
  // Every place is looked up first, so that a wrong one leaves nothing behind.
  const threads = [];
  for (const comment of wanted.comments ?? [])
    threads.push({ thread: await startThread(call, issue, comment), body: comment.body });
  const review = createReview(call.hub, issue, writer, {
    body: wanted.body ?? '',
    state: states[wanted.event ?? ''] ?? 'PENDING',
    ...(wanted.commit_id ? { commitSha: wanted.commit_id } : {}),
  });
  for (const { thread, body } of threads) addToThread(call.hub, thread, writer, review, body);
  return review;
}
