/**
 * The GraphQL operations that we use, each the whole of one question. Schema: https://docs.github.com/graphql.
 * Numbers come as `fullDatabaseId`, because `databaseId` is 32 bits wide and comment numbers no longer are.
 */

const actor = /* GraphQL */ `
  fragment Person on Actor {
    __typename
    login
    ... on User { databaseId }
    ... on Bot { databaseId }
    ... on Mannequin { databaseId }
    ... on Organization { databaseId }
  }`;

const thread = /* GraphQL */ `
  fragment Thread on IssueCommentConnection {
    totalCount
    pageInfo { hasPreviousPage startCursor }
    nodes {
      fullDatabaseId
      author { ...Person }
      authorAssociation
      body
      createdAt
      lastEditedAt
      url
      isMinimized
      viewerDidAuthor
    }
  }
  ${actor}`;

const tip = /* GraphQL */ `
  fragment Tip on Ref {
    target {
      oid
      ... on Commit {
        tree { oid }
        message
        authoredDate
        committedDate
        parents(first: 1) { nodes { oid } }
      }
    }
  }`;

const settings = /* GraphQL */ `
  fragment Settings on Ref {
    target {
      ... on Commit { file(path: $config) { object { ... on Blob { text isTruncated } } } }
    }
  }`;

/** Everything about a subject, its newest remarks, and our branch for it. `branch` has no `refs/heads/`; `ref` does. */
export const circumstancesQuery = /* GraphQL */ `
  query Circumstances($owner: String!, $name: String!, $number: Int!, $branch: String!, $ref: String!, $config: String!) {
    repository(owner: $owner, name: $name) {
      databaseId
      isPrivate
      defaultBranchRef { name ...Tip ...Settings }
      ours: ref(qualifiedName: $ref) { ...Tip }
      pulls: pullRequests(headRefName: $branch, first: 20, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { number url state isCrossRepository }
      }
      subject: issueOrPullRequest(number: $number) {
        __typename
        ... on Issue {
          number
          title
          body
          author { ...Person }
          authorAssociation
          issueState: state
          createdAt
          lastEditedAt
          url
          labels(first: 100) { nodes { name } }
          comments(last: 100) { ...Thread }
        }
        ... on PullRequest {
          number
          title
          body
          author { ...Person }
          authorAssociation
          pullState: state
          createdAt
          lastEditedAt
          url
          viewerDidAuthor
          isCrossRepository
          headRefName
          headRefOid
          headRef { ...Tip }
          headRepository { databaseId nameWithOwner }
          baseRefName
          baseRefOid
          baseRef { ...Tip ...Settings }
          comments(last: 100) { ...Thread }
        }
      }
    }
  }
  ${tip}
  ${settings}
  ${thread}`;

/** A branch that a workflow runs on, and ours for that workflow. `into` and `ref` begin with `refs/heads/`. */
export const branchQuery = /* GraphQL */ `
  query Branch($owner: String!, $name: String!, $branch: String!, $ref: String!, $into: String!, $config: String!) {
    repository(owner: $owner, name: $name) {
      databaseId
      isPrivate
      defaultBranchRef { name ...Tip ...Settings }
      into: ref(qualifiedName: $into) { name ...Tip ...Settings }
      ours: ref(qualifiedName: $ref) { ...Tip }
      pulls: pullRequests(headRefName: $branch, first: 20, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { number url state isCrossRepository }
      }
    }
  }
  ${tip}
  ${settings}`;

/** The open issues with a label, oldest first: who put it on and when, and whether we have answered since. */
export const labelledQuery = /* GraphQL */ `
  query Labelled($owner: String!, $name: String!, $label: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      issues(labels: [$label], states: [OPEN], first: 50, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        pageInfo { hasNextPage endCursor }
        nodes {
          number
          labels(first: 100) { nodes { name } }
          timelineItems(itemTypes: [LABELED_EVENT], last: 50) {
            nodes { ... on LabeledEvent { createdAt actor { ...Person } label { name } } }
          }
          comments(last: 30) { nodes { createdAt viewerDidAuthor body } }
        }
      }
    }
  }
  ${actor}`;

/** An older page of a subject's remarks. */
export const threadQuery = /* GraphQL */ `
  query Thread($owner: String!, $name: String!, $number: Int!, $before: String) {
    repository(owner: $owner, name: $name) {
      subject: issueOrPullRequest(number: $number) {
        ... on Issue { comments(last: 100, before: $before) { ...Thread } }
        ... on PullRequest { comments(last: 100, before: $before) { ...Thread } }
      }
    }
  }
  ${thread}`;

/** What only a pull request has. Each list is paged by its own cursor, and left out once it is read to its end. */
export const reviewQuery = /* GraphQL */ `
  query Review(
    $owner: String!, $name: String!, $number: Int!
    $threadsBefore: String, $reviewsBefore: String, $filesAfter: String
    $threads: Boolean!, $reviews: Boolean!, $files: Boolean!
  ) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        reviewThreads(last: 50, before: $threadsBefore) @include(if: $threads) {
          pageInfo { hasPreviousPage startCursor }
          nodes {
            isResolved
            isOutdated
            path
            line
            originalLine
            comments(first: 50) {
              nodes {
                fullDatabaseId
                author { ...Person }
                authorAssociation
                body
                createdAt
                lastEditedAt
                url
                isMinimized
                viewerDidAuthor
                diffHunk
              }
            }
          }
        }
        reviews(last: 50, before: $reviewsBefore) @include(if: $reviews) {
          pageInfo { hasPreviousPage startCursor }
          nodes {
            fullDatabaseId
            author { ...Person }
            authorAssociation
            body
            createdAt
            lastEditedAt
            url
            isMinimized
            viewerDidAuthor
          }
        }
        files(first: 100, after: $filesAfter) @include(if: $files) {
          pageInfo { hasNextPage endCursor }
          nodes { path }
        }
      }
    }
  }
  ${actor}`;

/** https://docs.github.com/graphql/reference/mutations#markpullrequestreadyforreview */
export const readyMutation = /* GraphQL */ `
  mutation Ready($id: ID!) {
    markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
  }`;
