import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = clientOf(github, 'alice-token');
const get = async (pull_number: number) => (await alice.pulls.get({ ...shop, pull_number })).data;

async function openPull(head: string, files: Record<string, string>, body: string | null = null) {
  await github.seed.commit(repository, { author: 'alice', branch: head, files });
  return github.seed.pull(repository, { author: 'alice', head, title: head, body });
}

test('what a pull request changes is counted by git', async () => {
  const changed = 'one\ntwo\nTHREE\nfour\nfive\nsix\nseven\neight\nnine\n';
  const { number } = await openPull('counted', { 'src/total.js': changed, 'new.txt': 'n\n' });
  const pull = await get(number);
  assert.deepEqual([pull.changed_files, pull.additions, pull.deletions, pull.commits], [2, 3, 1, 1]);
  assert.equal(pull.mergeable, true);
  const { data: files } = await alice.pulls.listFiles({ ...shop, pull_number: number });
  assert.deepEqual(
    files.map((file) => [file.filename, file.status, file.changes]),
    [
      ['new.txt', 'added', 1],
      ['src/total.js', 'modified', 3],
    ],
  );
  const diff = await alice.pulls.get({ ...shop, pull_number: number, mediaType: { format: 'diff' } });
  assert.match(String(diff.data), /^diff --git a\/new.txt b\/new.txt\nnew file mode 100644\n/);
});

test('a rename, a change of type and a binary file are listed as such', async () => {
  await github.seed.commit(repository, {
    author: 'alice',
    branch: 'kinds',
    files: {
      'src/total.js': null,
      'src/sum.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
      'run.sh': { mode: '120000', content: 'README.md' },
      'picture.png': Buffer.from([137, 80, 78, 71, 0, 1, 2]),
    },
  });
  const { number } = await github.seed.pull(repository, { author: 'alice', head: 'kinds', title: 'Kinds' });
  const { data: files } = await alice.pulls.listFiles({ ...shop, pull_number: number });
  assert.deepEqual(
    files.map((file) => [file.filename, file.status, file.previous_filename, file.patch?.split('\n').length]),
    [
      ['picture.png', 'added', undefined, undefined],
      ['run.sh', 'changed', undefined, 5],
      ['src/sum.js', 'renamed', 'src/total.js', undefined],
    ],
  );
});

test('a conflict makes it unmergeable', async () => {
  const { number } = await openPull('ours', { 'README.md': '# Ours\n' });
  assert.equal((await get(number)).mergeable_state, 'clean');
  await github.seed.commit(repository, {
    author: 'octo',
    branch: 'main',
    files: { 'README.md': '# Theirs\n' },
  });
  const pull = await get(number);
  assert.deepEqual([pull.mergeable, pull.mergeable_state], [false, 'dirty']);
  await assert.rejects(
    alice.pulls.merge({ ...shop, pull_number: number }),
    refusedWith(405, 'not mergeable'),
  );
});

test('a push moves the head', async () => {
  const { number } = await openPull('moving', { 'moving.txt': '1\n' });
  const before = (await get(number)).head.sha;
  const sha = await github.seed.commit(repository, {
    author: 'bob',
    branch: 'moving',
    files: { 'moving.txt': '2\n' },
  });
  assert.notEqual(before, sha);
  assert.equal((await get(number)).head.sha, sha);
  const { data } = await alice.git.getRef({ ...shop, ref: `pull/${number}/head` });
  assert.equal(data.object.sha, sha);
});

test('a fork is another repository, and its pull request outlives it', async () => {
  const fork = await github.seed.fork(repository, 'mallory');
  const sha = await github.seed.commit(fork, {
    author: 'mallory',
    branch: 'main',
    files: { 'evil.txt': 'e\n' },
  });
  assert.notEqual((await repository.git.run(['cat-file', '-e', sha])).code, 0, 'the two share no objects');
  const mallory = clientOf(github, 'mallory-token');
  const { data } = await mallory.pulls.create({ ...shop, head: 'mallory:main', base: 'main', title: 'Mine' });
  assert.deepEqual([data.head.label, data.head.repo?.full_name], ['mallory:main', 'mallory/shop']);
  assert.equal(data.head.sha, sha);
  assert.equal(data.maintainer_can_modify, true);
  await assert.rejects(
    mallory.pulls.create({ ...shop, head: 'mallory:main', base: 'main', title: 'Again' }),
    refusedWith(422, 'A pull request already exists for mallory:main.'),
  );
  await github.seed.deleteRepository(fork);
  github.seed.deleteAccount('mallory');
  const orphan = await get(data.number);
  assert.deepEqual(
    [orphan.state, orphan.head.repo, orphan.head.user, orphan.user],
    ['open', null, null, null],
  );
  assert.equal(orphan.head.sha, sha);
  assert.equal(orphan.changed_files, 1);
});

test('a merge closes the issues that its text names', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Broken' });
  const { number } = await openPull('fix', { 'fix.txt': 'f\n' }, `Fixes #${issue.number}`);
  const { data } = await alice.pulls.merge({ ...shop, pull_number: number });
  assert.equal(data.merged, true);
  const pull = await get(number);
  assert.deepEqual([pull.merged, pull.state, pull.mergeable], [true, 'closed', null]);
  assert.equal(pull.merge_commit_sha, data.sha);
  assert.deepEqual([issue.state, issue.stateReason], ['closed', 'completed']);
  assert.equal(await repository.git.text(['rev-parse', 'main']), data.sha);
});

test('a draft is not merged, and a body may be empty', async () => {
  await github.seed.commit(repository, { author: 'alice', branch: 'draft', files: { 'd.txt': 'd\n' } });
  const { data } = await alice.pulls.create({
    ...shop,
    head: 'draft',
    base: 'main',
    title: 'Draft',
    draft: true,
  });
  assert.deepEqual([data.draft, data.body, data.mergeable_state], [true, null, 'draft']);
  await assert.rejects(
    alice.pulls.merge({ ...shop, pull_number: data.number }),
    refusedWith(405, 'still a draft'),
  );
});

test('of two at once, one opens the pull request, and readers do not hinder each other', async () => {
  const sha = await github.seed.commit(repository, { author: 'alice', branch: 'twice', files: { t: 't\n' } });
  const open = () => alice.pulls.create({ ...shop, head: 'twice', base: 'main', title: 'Twice' });
  const results = await Promise.allSettled([open(), open(), open()]);
  assert.deepEqual(results.map((result) => result.status).sort(), ['fulfilled', 'rejected', 'rejected']);
  const [first] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.data] : []));
  const moved = await github.seed.commit(repository, {
    author: 'bob',
    branch: 'twice',
    files: { t: 'tt\n' },
  });
  const read = await Promise.all([1, 2, 3, 4].map(() => get(first?.number ?? 0)));
  assert.deepEqual([...new Set(read.map((pull) => pull.head.sha))], [moved]);
  assert.notEqual(moved, sha);
});

test('closed stays closed where the branch is gone', async () => {
  const { number } = await openPull('gone', { 'gone.txt': 'g\n' });
  await github.seed.deleteBranch(repository, 'gone');
  assert.equal((await get(number)).state, 'closed');
  await assert.rejects(
    alice.pulls.update({ ...shop, pull_number: number, state: 'open' }),
    refusedWith(422, 'The gone branch has been deleted'),
  );
});

test('branches merge into each other, or say that they cannot', async () => {
  await github.seed.commit(repository, { author: 'alice', branch: 'left', files: { 'left.txt': 'l\n' } });
  await github.seed.commit(repository, { author: 'alice', branch: 'right', files: { 'right.txt': 'r\n' } });
  const { data, status } = await alice.repos.merge({ ...shop, base: 'left', head: 'right' });
  assert.equal(status, 201);
  assert.equal(data.parents?.length, 2);
  assert.equal((await alice.repos.merge({ ...shop, base: 'left', head: 'right' })).status, 204);
  await github.seed.commit(repository, {
    author: 'alice',
    branch: 'right',
    files: { 'left.txt': 'other\n' },
  });
  await assert.rejects(
    alice.repos.merge({ ...shop, base: 'left', head: 'right' }),
    refusedWith(409, 'Merge conflict'),
  );
});

test('reviewers must belong to the repository', async () => {
  const { number } = await openPull('reviewed', { 'reviewed.txt': 'r\n' });
  const job = jobClient(github, { pull_requests: 'write' });
  const request = (login: string) =>
    job.pulls.requestReviewers({ ...shop, pull_number: number, reviewers: [login] });
  assert.deepEqual(
    (await request('bob')).data.requested_reviewers?.map((account) => account.login),
    ['bob'],
  );
  await assert.rejects(
    request('web-flow'),
    refusedWith(422, 'is not a collaborator of the octo/shop repository'),
  );
  await assert.rejects(request('alice'), refusedWith(422, 'pull request author'));
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));
