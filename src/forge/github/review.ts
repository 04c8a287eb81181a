import type { Remark } from '../../core/forge.ts';
import { type ReviewAnswer, type ReviewThreadAnswer, reviewAnswer } from './answers.ts';
import type { Client } from './client.ts';
import { reviewQuery } from './queries.ts';
import { toRemark } from './remarks.ts';

export type Review = { remarks: readonly Remark[]; files: readonly string[] };

/** What is still to be read of each list: null once its end was reached. `undefined` starts. */
type Cursors = {
  threads: string | null | undefined;
  reviews: string | null | undefined;
  files: string | null | undefined;
};

/** More of either than anybody reads; GitHub itself lists no more than 3,000 files. */
const mostPages = 30;

/** Review remarks, oldest first, and the paths that a pull request changes. One question asks for a page of all three. */
export async function readReview(client: Client, number: number): Promise<Review> {
  const threads: ReviewThreadAnswer[] = [];
  const remarks: Remark[] = [];
  const files: string[] = [];
  let next: Cursors = { threads: undefined, reviews: undefined, files: undefined };
  for (let page = 0; page < mostPages && Object.values(next).some((cursor) => cursor !== null); page += 1) {
    const pull = await readPage(client, number, next);
    if (!pull) break;
    threads.push(...(pull.reviewThreads?.nodes ?? []));
    // A review without words of its own is only the envelope of its remarks.
    remarks.push(...(pull.reviews?.nodes ?? []).filter(({ body }) => body.trim() !== '').map(toRemark));
    files.push(...(pull.files?.nodes ?? []).map(({ path }) => path));
    next = {
      threads: older(pull.reviewThreads?.pageInfo),
      reviews: older(pull.reviews?.pageInfo),
      files: pull.files?.pageInfo.hasNextPage ? pull.files.pageInfo.endCursor : null,
    };
  }
  remarks.push(...threads.flatMap(toRemarks));
  return { remarks: remarks.toSorted((one, other) => one.at.localeCompare(other.at)), files };
}

async function readPage(client: Client, number: number, next: Cursors): Promise<ReviewAnswer | null> {
  const { repository } = await client.graphql(
    { what: 'read the review', needs: 'pull-requests: read' },
    reviewAnswer,
    reviewQuery,
    {
      owner: client.at.owner,
      name: client.at.repo,
      number,
      threads: next.threads !== null,
      reviews: next.reviews !== null,
      files: next.files !== null,
      threadsBefore: next.threads ?? null,
      reviewsBefore: next.reviews ?? null,
      filesAfter: next.files ?? null,
    },
  );
  return repository?.pullRequest ?? null;
}

const older = (info: { hasPreviousPage: boolean; startCursor: string | null } | undefined): string | null =>
  info?.hasPreviousPage ? info.startCursor : null;

/**
 * A resolved conversation counts as hidden: people closed it. `line` is null on an outdated remark and on one about the
 * whole file (case E19): the original line and hunk say where it stood.
 */
const toRemarks = (thread: ReviewThreadAnswer): Remark[] =>
  thread.comments.nodes.map((comment) => ({
    ...toRemark(comment),
    hidden: comment.isMinimized || thread.isResolved,
    place: {
      path: thread.path,
      line: thread.line ?? thread.originalLine,
      outdated: thread.isOutdated,
      hunk: comment.diffHunk,
    },
  }));
