import type { Remark } from '../../core/forge.ts';
import type { RemarkAnswer } from './answers.ts';
import { markOf } from './mark.ts';
import { toPerson } from './people.ts';

/** A comment or review as a remark. Anybody can write our mark (threat T30); only we can be its author. */
export const toRemark = (answer: RemarkAnswer): Remark => ({
  id: answer.fullDatabaseId,
  author: toPerson(answer.author),
  association: answer.authorAssociation,
  body: answer.body,
  at: answer.createdAt,
  editedAt: answer.lastEditedAt,
  url: answer.url,
  ours: isOurs(answer),
  hidden: answer.isMinimized,
  place: null,
});

export const isOurs = ({ viewerDidAuthor, body }: RemarkAnswer): boolean =>
  viewerDidAuthor && markOf(body) !== null;
