import { type RemarkAnswer, type ThreadAnswer, threadAnswer } from './answers.ts';
import type { Client } from './client.ts';
import { threadQuery } from './queries.ts';

/** More than a model could read; what is older stays unread and is counted. */
const most = { remarks: 1000, characters: 400_000 };

/**
 * A thread, page by page towards its beginning, until all is read or it is enough (case C1). Newest last; `left` counts
 * what was not read. `newest` is the last page, where it was read already.
 */
export async function readThread(
  client: Client,
  number: number,
  newest?: ThreadAnswer,
): Promise<{ remarks: RemarkAnswer[]; left: number }> {
  const last = newest ?? (await readPage(client, number, null));
  let remarks = last.nodes;
  let { pageInfo } = last;
  while (pageInfo.hasPreviousPage && isShort(remarks)) {
    const older = await readPage(client, number, pageInfo.startCursor);
    remarks = [...older.nodes, ...remarks];
    pageInfo = older.pageInfo;
  }
  return { remarks, left: Math.max(last.totalCount - remarks.length, 0) };
}

const nothing: ThreadAnswer = {
  totalCount: 0,
  pageInfo: { hasPreviousPage: false, startCursor: null },
  nodes: [],
};

async function readPage(client: Client, number: number, before: string | null): Promise<ThreadAnswer> {
  const { repository } = await client.graphql(
    { what: 'read the thread', needs: 'issues: read' },
    threadAnswer,
    threadQuery,
    { owner: client.at.owner, name: client.at.repo, number, before },
  );
  return repository?.subject?.comments ?? nothing;
}

const isShort = (remarks: readonly RemarkAnswer[]): boolean =>
  remarks.length < most.remarks && remarks.reduce((sum, { body }) => sum + body.length, 0) < most.characters;
