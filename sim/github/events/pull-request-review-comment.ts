import type { Hub } from '../hub/hub.ts';
import type { ReviewComment } from '../hub/records.ts';
import { simplePullJson } from '../json/pull-json.ts';
import { reviewCommentJson } from '../json/review-json.ts';
import type { Json } from '../json/urls.ts';

export const reviewCommentPayload = async (hub: Hub, comment: ReviewComment): Promise<Json> => ({
  comment: await reviewCommentJson(hub, comment),
  pull_request: await simplePullJson(hub, comment.thread.issue),
});
