import { react } from '../../actions/issues.ts';
import { reads, writes } from '../../hub/access.ts';
import type { Permission, Text } from '../../hub/records.ts';
import { reactionJson } from '../../json/issue-json.ts';
import { noContent, paged } from '../answer.ts';
import { notFound } from '../api-error.ts';
import { type Body, type Call, issueOf, type Routes, writerOf } from '../call.ts';
import { commentOf } from './issue-comments.ts';
import { reviewCommentOf } from './review-comments.ts';

/** The same three routes for each kind of text. */
function routesFor(
  kind: string,
  remove: string,
  textOf: (call: Call) => Text,
  permissions: Permission[],
): Routes {
  return {
    [`reactions/list-for-${kind}`]: {
      needs: reads(...permissions),
      answer(call) {
        const content = call.query.get('content');
        const found = textOf(call).reactions.filter((reaction) => !content || reaction.content === content);
        return paged(call, found, (reaction) => reactionJson(call.hub, reaction));
      },
    },
    [`reactions/create-for-${kind}`]: {
      needs: writes('read', ...permissions),
      answer(call) {
        const { content } = call.body as Body<'reactions', 'createForIssue'>;
        const { reaction, made } = react(call.hub, textOf(call), writerOf(call).author, content);
        return { status: made ? 201 : 200, body: reactionJson(call.hub, reaction) };
      },
    },
    [`reactions/delete-for-${remove}`]: {
      needs: writes('read', ...permissions),
      answer(call) {
        const text = textOf(call);
        const id = Number(call.parameter('reaction_id'));
        if (!text.reactions.some((reaction) => reaction.id === id)) throw notFound();
        text.reactions = text.reactions.filter((reaction) => reaction.id !== id);
        return noContent();
      },
    },
  };
}

export const reactions: Routes = {
  ...routesFor('issue', 'issue', issueOf, ['issues', 'pull_requests']),
  ...routesFor('issue-comment', 'issue-comment', commentOf, ['issues', 'pull_requests']),
  ...routesFor('pull-request-review-comment', 'pull-request-comment', reviewCommentOf, ['pull_requests']),
};
