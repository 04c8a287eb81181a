import * as z from 'zod/mini';

/** The shapes of what GitHub answers to our questions: only the fields that we asked for. */

/** 64 bits in GraphQL come as text. */
const number64 = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((digits) => Number(digits)),
);

export const actor = z.nullable(
  z.object({ __typename: z.string(), login: z.string(), databaseId: z.nullish(z.int()) }),
);
export type Actor = z.infer<typeof actor>;

const said = {
  fullDatabaseId: number64,
  author: actor,
  authorAssociation: z.string(),
  body: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.nullable(z.string()),
  url: z.string(),
  isMinimized: z.boolean(),
  viewerDidAuthor: z.boolean(),
};
const remark = z.object(said);
export type RemarkAnswer = z.infer<typeof remark>;

/** A list in GraphQL can have holes. */
const nodes = <S extends z.ZodMiniType>(shape: S) =>
  z.pipe(
    z.array(z.nullable(shape)),
    z.transform((found) => found.filter((node) => node !== null)),
  );
const backwards = z.object({ hasPreviousPage: z.boolean(), startCursor: z.nullable(z.string()) });

const thread = z.object({ totalCount: z.int(), pageInfo: backwards, nodes: nodes(remark) });
export type ThreadAnswer = z.infer<typeof thread>;

/** A tag has nothing but its id. The settings file is asked for where it may lie, and absent elsewhere. */
const tip = z.object({
  target: z.nullable(
    z.object({
      oid: z.string(),
      tree: z.optional(z.object({ oid: z.string() })),
      message: z.optional(z.string()),
      authoredDate: z.optional(z.string()),
      committedDate: z.optional(z.string()),
      parents: z.optional(z.object({ nodes: nodes(z.object({ oid: z.string() })) })),
      file: z.nullish(
        z.object({
          object: z.nullable(z.object({ text: z.nullish(z.string()), isTruncated: z.optional(z.boolean()) })),
        }),
      ),
    }),
  ),
});
export type TipAnswer = z.infer<typeof tip>;

const described = {
  number: z.int(),
  title: z.string(),
  body: z.string(),
  author: actor,
  authorAssociation: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.nullable(z.string()),
  url: z.string(),
  comments: thread,
};

const named = z.extend(tip, { name: z.string() });
const labels = z.object({ nodes: nodes(z.object({ name: z.string() })) });

const surroundings = z.object({
  databaseId: z.nullable(z.int()),
  isPrivate: z.boolean(),
  defaultBranchRef: z.nullable(named),
  ours: z.nullable(tip),
  pulls: z.object({
    nodes: nodes(
      z.object({
        number: z.int(),
        url: z.string(),
        state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
        isCrossRepository: z.boolean(),
      }),
    ),
  }),
});
/** What is asked for with every task. */
export type SurroundingsAnswer = z.infer<typeof surroundings>;

export const branchAnswer = z.object({
  repository: z.nullable(z.extend(surroundings, { into: z.nullable(named) })),
});
export type BranchAnswer = NonNullable<z.infer<typeof branchAnswer>['repository']>;

export const circumstancesAnswer = z.object({
  repository: z.nullable(
    z.extend(surroundings, {
      subject: z.nullable(
        z.discriminatedUnion('__typename', [
          z.object({
            __typename: z.literal('Issue'),
            ...described,
            issueState: z.enum(['OPEN', 'CLOSED']),
            labels: z.nullable(labels),
          }),
          z.object({
            __typename: z.literal('PullRequest'),
            ...described,
            pullState: z.enum(['OPEN', 'CLOSED', 'MERGED']),
            viewerDidAuthor: z.boolean(),
            isCrossRepository: z.boolean(),
            headRefName: z.string(),
            headRefOid: z.string(),
            headRef: z.nullable(tip),
            headRepository: z.nullable(
              z.object({ databaseId: z.nullable(z.int()), nameWithOwner: z.string() }),
            ),
            baseRefName: z.string(),
            baseRefOid: z.string(),
            baseRef: z.nullable(tip),
          }),
        ]),
      ),
    }),
  ),
});
export type RepositoryAnswer = NonNullable<z.infer<typeof circumstancesAnswer>['repository']>;
export type SubjectAnswer = NonNullable<RepositoryAnswer['subject']>;
export type PullAnswer = Extract<SubjectAnswer, { __typename: 'PullRequest' }>;

export const labelledAnswer = z.object({
  repository: z.nullable(
    z.object({
      issues: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        nodes: nodes(
          z.object({
            number: z.int(),
            labels: z.nullable(labels),
            timelineItems: z.object({
              nodes: nodes(z.object({ createdAt: z.string(), actor, label: z.object({ name: z.string() }) })),
            }),
            comments: z.object({
              nodes: nodes(
                z.object({ createdAt: z.string(), viewerDidAuthor: z.boolean(), body: z.string() }),
              ),
            }),
          }),
        ),
      }),
    }),
  ),
});
export type LabelledAnswer = NonNullable<
  z.infer<typeof labelledAnswer>['repository']
>['issues']['nodes'][number];

export const threadAnswer = z.object({
  repository: z.nullable(z.object({ subject: z.nullable(z.object({ comments: thread })) })),
});

const forwards = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });

export const reviewAnswer = z.object({
  repository: z.nullable(
    z.object({
      pullRequest: z.nullable(
        z.object({
          reviewThreads: z.optional(
            z.object({
              pageInfo: backwards,
              nodes: nodes(
                z.object({
                  isResolved: z.boolean(),
                  isOutdated: z.boolean(),
                  path: z.string(),
                  line: z.nullable(z.int()),
                  originalLine: z.nullable(z.int()),
                  comments: z.object({ nodes: nodes(z.object({ ...said, diffHunk: z.string() })) }),
                }),
              ),
            }),
          ),
          reviews: z.nullish(z.object({ pageInfo: backwards, nodes: nodes(remark) })),
          /** Null on a huge pull request (case C1). */
          files: z.nullish(z.object({ pageInfo: forwards, nodes: nodes(z.object({ path: z.string() })) })),
        }),
      ),
    }),
  ),
});
export type ReviewAnswer = NonNullable<
  NonNullable<z.infer<typeof reviewAnswer>['repository']>['pullRequest']
>;
export type ReviewThreadAnswer = NonNullable<ReviewAnswer['reviewThreads']>['nodes'][number];
