import type { Hub } from '../hub/hub.ts';
import type { IssueComment } from '../hub/records.ts';
import { issueCommentJson, issueJson } from '../json/issue-json.ts';
import type { Json } from '../json/urls.ts';

/** A comment on a pull request is told by `issue.pull_request`; there is no head in the payload. */
export const issueCommentPayload = (hub: Hub, comment: IssueComment, previousBody?: string): Json => ({
  issue: issueJson(hub, comment.issue),
  comment: issueCommentJson(hub, comment),
  ...(previousBody === undefined ? {} : { changes: { body: { from: previousBody } } }),
});
