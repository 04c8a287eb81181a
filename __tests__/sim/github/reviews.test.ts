import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const bob = clientOf(github, 'bob-token');
const lines = (third: string) => `one\ntwo\n${third}\nfour\nfive\nsix\nseven\neight\n`;

await github.seed.commit(repository, {
  author: 'alice',
  branch: 'work',
  files: { 'src/total.js': lines('3') },
});
const issue = await github.seed.pull(repository, { author: 'alice', head: 'work', title: 'Work' });
const pull = { ...shop, pull_number: issue.number };

test('a comment on a line carries the hunk up to it', async () => {
  const { data } = await bob.pulls.createReviewComment({
    ...pull,
    body: 'why?',
    commit_id: issue.pull.headSha,
    path: 'src/total.js',
    line: 3,
    side: 'RIGHT',
  });
  assert.equal(data.diff_hunk, '@@ -1,6 +1,6 @@\n one\n two\n-three\n+3');
  assert.deepEqual([data.line, data.side, data.original_line], [3, 'RIGHT', 3]);
  const reply = await bob.pulls.createReplyForReviewComment({
    ...pull,
    comment_id: data.id,
    body: 'because',
  });
  assert.equal(reply.data.in_reply_to_id, data.id);
  const { data: listed } = await bob.pulls.listReviewComments(pull);
  assert.deepEqual(
    listed.map((comment) => comment.body),
    ['why?', 'because'],
  );
});

test('a line outside the diff takes no comment, and a review with one wrong place leaves nothing', async () => {
  const place = { path: 'src/total.js', side: 'RIGHT' };
  const comment = {
    ...pull,
    ...place,
    body: 'x',
    commit_id: issue.pull.headSha,
    line: 8,
    side: 'RIGHT' as const,
  };
  await assert.rejects(bob.pulls.createReviewComment(comment), refusedWith(422, 'could not be resolved'));
  const before = issue.pull.reviews.length;
  await assert.rejects(
    bob.pulls.createReview({
      ...pull,
      event: 'COMMENT',
      body: 'two',
      comments: [
        { ...place, line: 3, body: 'good place' },
        { ...place, line: 8, body: 'bad place' },
      ],
    }),
    refusedWith(422, 'could not be resolved'),
  );
  assert.equal(issue.pull.reviews.length, before);
});

test('nobody approves an own pull request', async () => {
  const review = { ...pull, event: 'APPROVE' as const };
  await assert.rejects(
    clientOf(github, 'alice-token').pulls.createReview(review),
    refusedWith(422, 'approve your own'),
  );
  assert.equal((await bob.pulls.createReview(review)).data.state, 'APPROVED');
  repository.actionsMayCreatePulls = false;
  await assert.rejects(
    jobClient(github, { pull_requests: 'write' }).pulls.createReview(review),
    refusedWith(403, 'not permitted to create or approve'),
  );
});

test('a thread follows its line, and is outdated once the line changes', async () => {
  const moved = await github.seed.reviewComment(issue, {
    author: 'bob',
    path: 'src/total.js',
    line: 5,
    body: 'five',
  });
  const gone = await github.seed.reviewComment(issue, {
    author: 'bob',
    path: 'src/total.js',
    line: 3,
    body: 'three',
  });
  const whole = await github.seed.reviewComment(issue, {
    author: 'bob',
    path: 'src/total.js',
    line: null,
    body: 'all',
  });
  await github.seed.commit(repository, {
    author: 'alice',
    branch: 'work',
    files: { 'src/total.js': `zero\n${lines('THREE')}` },
  });
  const read = async (comment_id: number) => (await bob.pulls.getReviewComment({ ...shop, comment_id })).data;
  const [movedNow, goneNow, wholeNow] = [await read(moved.id), await read(gone.id), await read(whole.id)];
  assert.deepEqual([movedNow.line, movedNow.original_line], [6, 5]);
  assert.deepEqual([goneNow.line, goneNow.original_line, goneNow.position], [null, 3, null]);
  assert.equal(wholeNow.subject_type, 'file');
  assert.equal(wholeNow.line, null);
});

test('threads are listed, resolved and hidden through GraphQL', async () => {
  const alice = clientOf(github, 'alice-token');
  type Thread = {
    id: string;
    isResolved: boolean;
    isOutdated: boolean;
    comments: { nodes: { id: string; body: string }[] };
  };
  const list = async () => {
    const answer = await alice.graphql<{
      repository: { pullRequest: { reviewThreads: { nodes: Thread[] } } };
    }>(
      `query ($number: Int!) { repository(owner: "octo", name: "shop") { pullRequest(number: $number) {
        reviewThreads(first: 10) { nodes { id isResolved isOutdated comments(first: 5) { nodes { id body } } } }
      } } }`,
      { number: issue.number },
    );
    return answer.repository.pullRequest.reviewThreads.nodes;
  };
  const threads = await list();
  assert.deepEqual(
    threads.map((thread) => [thread.comments.nodes[0]?.body, thread.isOutdated]),
    [
      ['why?', true],
      ['five', false],
      ['three', true],
      ['all', false],
    ],
  );
  const mutation =
    'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }';
  await assert.rejects(
    jobClient(github, {}).graphql(mutation, { id: threads[0]?.id }),
    /Resource not accessible by integration/,
  );
  await alice.graphql(mutation, { id: threads[0]?.id });
  assert.equal((await list())[0]?.isResolved, true);
  const hidden = await alice.graphql(
    `mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) {
      minimizedComment { isMinimized minimizedReason } } }`,
    { id: threads[1]?.comments.nodes[0]?.id },
  );
  assert.deepEqual(hidden, {
    minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: 'outdated' } },
  });
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));
