import { createComment, deleteComment, editBody } from '../../actions/issues.ts';
import { atLeast, reads, roleOf } from '../../hub/access.ts';
import type { IssueComment } from '../../hub/records.ts';
import { issueCommentJson } from '../../json/issue-json.ts';
import { created, noContent, ok, paged } from '../answer.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type Body, type Call, issueOf, type Routes, writerOf } from '../call.ts';
import { checkBody, mayChange } from '../texts.ts';
import { subjectNeed } from './issues.ts';

export const issueComments: Routes = {
  'issues/list-comments': {
    needs: (call) => subjectNeed(issueOf(call), 'read'),
    answer(call) {
      const since = call.query.get('since') ?? '';
      const comments = issueOf(call).comments.filter((comment) => comment.updatedAt >= since);
      return paged(call, comments, (comment) => issueCommentJson(call.hub, comment));
    },
  },
  'issues/list-comments-for-repo': {
    needs: reads('issues', 'pull_requests'),
    answer(call) {
      const since = call.query.get('since') ?? '';
      const comments = allComments(call).filter((comment) => comment.updatedAt >= since);
      return paged(call, comments, (comment) => issueCommentJson(call.hub, comment));
    },
  },
  'issues/get-comment': {
    needs: (call) => subjectNeed(commentOf(call).issue, 'read'),
    answer: (call) => ok(issueCommentJson(call.hub, commentOf(call))),
  },
  'issues/create-comment': {
    needs: (call) => subjectNeed(issueOf(call), 'write'),
    answer(call) {
      const issue = issueOf(call);
      const { body } = call.body as Body<'issues', 'createComment'>;
      checkBody(call, 'IssueComment', body);
      const { author, app } = writerOf(call);
      if (issue.locked && !app && !atLeast(roleOf(call.repository, author), 'write'))
        throw new ApiError(403, 'Unable to create comment because issue is locked.');
      return created(issueCommentJson(call.hub, createComment(call.hub, issue, writerOf(call), body)));
    },
  },
  'issues/update-comment': {
    needs: (call) => subjectNeed(commentOf(call).issue, 'write'),
    answer(call) {
      const comment = commentOf(call);
      const { body } = call.body as Body<'issues', 'updateComment'>;
      mayChange(call, comment);
      checkBody(call, 'IssueComment', body);
      editBody(call.hub, comment, body);
      return ok(issueCommentJson(call.hub, comment));
    },
  },
  'issues/delete-comment': {
    needs: (call) => subjectNeed(commentOf(call).issue, 'write'),
    answer(call) {
      const comment = commentOf(call);
      mayChange(call, comment);
      deleteComment(call.hub, comment);
      return noContent();
    },
  },
};

const allComments = (call: Call): IssueComment[] =>
  [...call.repository.issues.values()]
    .flatMap((issue) => issue.comments)
    .sort((one, other) => one.id - other.id);

export function commentOf(call: Call): IssueComment {
  const id = Number(call.parameter('comment_id'));
  const comment = allComments(call).find((other) => other.id === id);
  if (!comment) throw notFound();
  return comment;
}
