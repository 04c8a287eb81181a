import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = clientOf(github, 'alice-token');
const ask = <Answer>(inner: string, client = alice) =>
  client
    .graphql<{ repository: Answer }>(`{ repository(owner: "octo", name: "shop") { ${inner} } }`)
    .then((answer) => answer.repository);

test('a thread is read from its end, page by page', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Long talk' });
  for (let index = 1; index <= 5; index++) github.seed.comment(issue, 'bob', `remark ${index}`);
  type Page = {
    totalCount: number;
    nodes: { body: string }[];
    pageInfo: { hasPreviousPage: boolean; startCursor: string };
  };
  const page = async (before: string | null): Promise<Page> => {
    const answer = await alice.graphql<{ repository: { issue: { comments: Page } } }>(
      `query ($before: String) { repository(owner: "octo", name: "shop") { issue(number: 1) {
        comments(last: 2, before: $before) { totalCount nodes { body } pageInfo { hasPreviousPage startCursor } } } } }`,
      { before },
    );
    return answer.repository.issue.comments;
  };
  const seen: string[][] = [];
  let before: string | null = null;
  for (let more = true; more; ) {
    const { nodes, pageInfo, totalCount } = await page(before);
    assert.equal(totalCount, 5);
    seen.push(nodes.map((node) => node.body));
    before = pageInfo.startCursor;
    more = pageInfo.hasPreviousPage;
  }
  assert.deepEqual(seen, [['remark 4', 'remark 5'], ['remark 2', 'remark 3'], ['remark 1']]);
});

test('authors are people, bots, or nobody', async () => {
  github.seed.account('leaver');
  const issue = github.seed.issue(repository, { author: 'leaver', title: 'Bye', body: null });
  github.seed.comment(issue, 'github-actions[bot]', 'from a job');
  github.seed.comment(issue, 'octo', 'from the owner');
  github.seed.deleteAccount('leaver');
  const { subject } = await ask<{ subject: unknown }>(`subject: issueOrPullRequest(number: ${issue.number}) {
    __typename ... on Issue { body author { login } authorAssociation
      comments(first: 5) { nodes { authorAssociation viewerDidAuthor
        author { __typename login ... on User { databaseId } ... on Bot { databaseId } } } } } }`);
  const owner = (await alice.users.getByUsername({ username: 'octo' })).data;
  assert.deepEqual(subject, {
    __typename: 'Issue',
    body: '',
    author: null,
    authorAssociation: 'NONE',
    comments: {
      nodes: [
        {
          authorAssociation: 'NONE',
          viewerDidAuthor: false,
          author: { __typename: 'Bot', login: 'github-actions', databaseId: 41_898_282 },
        },
        {
          authorAssociation: 'OWNER',
          viewerDidAuthor: false,
          author: { __typename: 'User', login: 'octo', databaseId: owner.id },
        },
      ],
    },
  });
});

test('a pull request from a fork that is gone has no head repository and no head ref', async () => {
  const fork = await github.seed.fork(repository, 'bob');
  await github.seed.commit(fork, { author: 'bob', branch: 'idea', files: { 'idea.txt': 'i\n' } });
  const pull = await github.seed.pull(repository, {
    author: 'bob',
    head: 'bob:idea',
    title: 'Idea',
    body: 'Fixes #1',
  });
  const read = () =>
    ask<{ pullRequest: Record<string, unknown> }>(`pullRequest(number: ${pull.number}) {
      isCrossRepository state merged mergedAt mergeable headRefName headRefOid headRef { name }
      headRepository { nameWithOwner } baseRef { target { oid } }
      closingIssuesReferences(first: 2) { nodes { number } } files(first: 2) { nodes { path changeType } }
      commits(last: 1) { nodes { commit { messageHeadline author { user { login } } } } } }`);
  const before = (await read()).pullRequest;
  assert.deepEqual(before['headRepository'], { nameWithOwner: 'bob/shop' });
  assert.deepEqual(before['headRef'], { name: 'idea' });
  assert.deepEqual(before['closingIssuesReferences'], { nodes: [{ number: 1 }] });
  assert.deepEqual(before['files'], { nodes: [{ path: 'idea.txt', changeType: 'ADDED' }] });
  assert.deepEqual(before['commits'], {
    nodes: [{ commit: { messageHeadline: 'Change', author: { user: { login: 'bob' } } } }],
  });
  await github.seed.deleteRepository(fork);
  const now = (await read()).pullRequest;
  assert.deepEqual([now['headRepository'], now['headRef'], now['isCrossRepository']], [null, null, true]);
  assert.deepEqual([now['state'], now['mergeable'], now['mergedAt']], ['OPEN', 'MERGEABLE', null]);
});

test('branches, files and pull requests of a branch are found', async () => {
  await github.seed.commit(repository, {
    author: 'alice',
    branch: 'oi/issue-1',
    files: { 'deep/file.txt': 'text\n' },
  });
  const pull = await github.seed.pull(repository, { author: 'alice', head: 'oi/issue-1', title: 'Ours' });
  const found = await ask<Record<string, unknown>>(`
    ref(qualifiedName: "refs/heads/oi/issue-1") { name prefix target { ... on Commit {
      file(path: "deep/file.txt") { object { ... on Blob { text isTruncated byteSize } } }
      missing: file(path: "deep/none.txt") { oid } tree { entries { name type mode } } } } }
    object(expression: "oi/issue-1:deep/file.txt") { __typename ... on Blob { text } }
    nothing: object(expression: "oi/issue-1:none") { oid }
    pullRequests(headRefName: "oi/issue-1", states: [OPEN], first: 5) { nodes { number isDraft } }`);
  const ref = found['ref'] as { name: string; target: Record<string, unknown> };
  assert.equal(ref.name, 'oi/issue-1');
  assert.deepEqual(ref.target['file'], { object: { text: 'text\n', isTruncated: false, byteSize: 5 } });
  assert.equal(ref.target['missing'], null);
  assert.deepEqual(found['object'], { __typename: 'Blob', text: 'text\n' });
  assert.equal(found['nothing'], null);
  assert.deepEqual(found['pullRequests'], { nodes: [{ number: pull.number, isDraft: false }] });
});

test('draft and ready, by those who may', async () => {
  const issue = [...repository.issues.values()].find((each) => each.title === 'Ours');
  const mutate = (name: string, client = alice) =>
    client.graphql<Record<string, { pullRequest: { isDraft: boolean } }>>(
      `mutation ($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
      { id: issue?.nodeId },
    );
  const drafted = await mutate('convertPullRequestToDraft');
  assert.equal(drafted['convertPullRequestToDraft']?.pullRequest.isDraft, true);
  await assert.rejects(
    mutate('markPullRequestReadyForReview', jobClient(github, { contents: 'write' })),
    /Resource not accessible by integration/,
  );
  const ready = await mutate('markPullRequestReadyForReview', jobClient(github, { pull_requests: 'write' }));
  assert.equal(ready['markPullRequestReadyForReview']?.pullRequest.isDraft, false);
});

test('a commit is made on a branch that stands where the caller thinks', async () => {
  const tip = await repository.git.text(['rev-parse', 'oi/issue-1']);
  const mutation = `mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) {
    commit { oid signature { isValid } } } }`;
  const input = {
    branch: { repositoryNameWithOwner: 'octo/shop', branchName: 'oi/issue-1' },
    expectedHeadOid: tip,
    message: { headline: 'Change', body: 'Because.' },
    fileChanges: {
      additions: [{ path: 'new.txt', contents: Buffer.from('new\n').toString('base64') }],
      deletions: [{ path: 'README.md' }],
    },
  };
  const job = jobClient(github, { contents: 'write' });
  const { createCommitOnBranch: made } = await job.graphql<{
    createCommitOnBranch: { commit: { oid: string; signature: { isValid: boolean } } };
  }>(mutation, { input });
  assert.equal(made.commit.signature.isValid, true);
  const names = await repository.git.text(['diff', '--name-status', tip, made.commit.oid]);
  assert.equal(names, 'D\tREADME.md\nA\tnew.txt');
  await assert.rejects(job.graphql(mutation, { input }), (error: { errors: { type: string }[] }) => {
    assert.equal(error.errors[0]?.type, 'STALE_DATA');
    return true;
  });
});

test('what is not there is an error of type NOT_FOUND beside a null', async () => {
  await assert.rejects(
    ask('issue(number: 999) { title }'),
    (error: { errors: { type: string; path: string[] }[]; data: unknown }) => {
      assert.equal(error.errors[0]?.type, 'NOT_FOUND');
      assert.deepEqual(error.errors[0]?.path, ['repository', 'issue']);
      assert.deepEqual(error.data, { repository: { issue: null } });
      return true;
    },
  );
  await assert.rejects(
    clientOf(github, 'mallory-token').graphql('{ repository(owner: "octo", name: "secret") { id } }'),
    /Could not resolve to a Repository with the name 'octo\/secret'/,
  );
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));
