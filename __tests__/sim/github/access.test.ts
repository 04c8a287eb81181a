import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

const github = await openSim({ after });
const secret = { owner: 'octo', repo: 'secret' };
github.seed.issue(github.repository('octo/shop'), { author: 'bob', title: 'Wrong total' });
github.seed.issue(github.repository('octo/secret'), { author: 'bob', title: 'Hush' });

test('a job without a permission is told which one was wanted', async () => {
  const reader = jobClient(github, { contents: 'read' });
  await assert.rejects(
    reader.issues.createComment({ ...shop, issue_number: 1, body: 'hello' }),
    (error: { status: number; message: string; response: { headers: Record<string, string> } }) => {
      assert.equal(error.status, 403);
      assert.match(error.message, /^Resource not accessible by integration/);
      assert.equal(error.response.headers['x-accepted-github-permissions'], 'issues=write');
      return true;
    },
  );
  await assert.rejects(
    reader.git.createRef({ ...shop, ref: 'refs/heads/x', sha: '0'.repeat(40) }),
    refusedWith(403, 'Resource not accessible by integration'),
  );
});

test('a public repository can be read with no permission at all, a private one cannot', async () => {
  const job = jobClient(github, {}, 'octo/secret');
  await job.issues.get({ ...shop, issue_number: 1 });
  assert.equal((await job.repos.get(secret)).data.private, true, 'metadata: read is always there');
  await assert.rejects(
    job.issues.get({ ...secret, issue_number: 1 }),
    refusedWith(403, 'Resource not accessible by integration'),
  );
});

test('a private repository is not there for strangers, nor for the token of another repository', async () => {
  for (const client of [
    clientOf(github),
    clientOf(github, 'mallory-token'),
    jobClient(github, { issues: 'write' }),
  ])
    await assert.rejects(client.repos.get(secret), refusedWith(404, 'Not Found'));
});

test('a job cannot write to a repository that it does not run in', async () => {
  const elsewhere = jobClient(github, { issues: 'write' }, 'octo/secret');
  await assert.rejects(
    elsewhere.issues.createComment({ ...shop, issue_number: 1, body: 'x' }),
    refusedWith(403, 'Resource not accessible by integration'),
  );
});

test('nobody writes without a token', async () => {
  await assert.rejects(
    clientOf(github).issues.createComment({ ...shop, issue_number: 1, body: 'x' }),
    refusedWith(401, 'Requires authentication'),
  );
});

test('a fine-grained token is refused in its own words', async () => {
  const { value } = github.seed.token({ login: 'alice', permissions: { issues: 'read' } });
  await assert.rejects(
    clientOf(github, value).issues.createComment({ ...shop, issue_number: 1, body: 'x' }),
    refusedWith(403, 'Resource not accessible by personal access token'),
  );
});

test('people do what their role allows', async () => {
  const branch = { ...shop, ref: 'refs/heads/by-bob', sha: 'f'.repeat(40) };
  await assert.rejects(
    clientOf(github, 'bob-token').git.createRef(branch),
    refusedWith(403, 'Must have push access'),
  );
  const labels = { ...shop, issue_number: 1, labels: ['bug'] };
  await assert.rejects(
    clientOf(github, 'mallory-token').issues.addLabels(labels),
    refusedWith(403, 'Must have'),
  );
  assert.deepEqual(
    (await clientOf(github, 'bob-token').issues.addLabels(labels)).data.map((label) => label.name),
    ['bug'],
  );
});

test('an archived repository takes no writes', async () => {
  const archive = await github.seed.repository('octo/old', { files: { a: 'a' } });
  archive.archived = true;
  await assert.rejects(
    clientOf(github, 'owner-token').issues.create({ owner: 'octo', repo: 'old', title: 'x' }),
    refusedWith(403, 'archived'),
  );
});

test('the permission question knows every role, strangers, and that a bot is not a user', async () => {
  const job = jobClient(github, {});
  const ask = async (username: string, repo = 'shop') => {
    const { data } = await job.repos.getCollaboratorPermissionLevel({ owner: 'octo', repo, username });
    return [data.permission, data.role_name];
  };
  assert.deepEqual(await ask('octo'), ['admin', 'admin']);
  assert.deepEqual(await ask('alice'), ['write', 'maintain']);
  assert.deepEqual(await ask('bob'), ['read', 'triage']);
  assert.deepEqual(await ask('mallory'), ['read', 'read']);
  await assert.rejects(ask('github-actions[bot]'), refusedWith(404, 'github-actions[bot] is not a user'));
  await assert.rejects(ask('nobody-at-all'), refusedWith(404, 'nobody-at-all is not a user'));
  const own = jobClient(github, {}, 'octo/secret');
  const { data } = await own.repos.getCollaboratorPermissionLevel({ ...secret, username: 'mallory' });
  assert.equal(data.permission, 'none');
});

test('an App is no user, and its writing is signed by it', async () => {
  const job = jobClient(github, {});
  await assert.rejects(
    job.users.getAuthenticated(),
    refusedWith(403, 'Resource not accessible by integration'),
  );
  assert.deepEqual(await job.graphql('{ viewer { login } }'), { viewer: { login: 'github-actions[bot]' } });
  const { data } = await jobClient(github, { issues: 'write' }).issues.createComment({
    ...shop,
    issue_number: 1,
    body: 'from a job',
  });
  assert.equal(data.user?.login, 'github-actions[bot]');
  assert.equal(data.user?.type, 'Bot');
  assert.equal(data.performed_via_github_app?.slug, 'github-actions');
});

test('Actions opens and approves no pull request where the switch forbids it', async () => {
  const repository = github.repository('octo/shop');
  await github.seed.commit(repository, { author: 'alice', branch: 'work', files: { 'a.txt': 'a\n' } });
  const job = jobClient(github, { pull_requests: 'write', contents: 'write' });
  const pull = { ...shop, head: 'work', base: 'main', title: 'Work' };
  repository.actionsMayCreatePulls = false;
  await assert.rejects(
    job.pulls.create(pull),
    refusedWith(403, 'GitHub Actions is not permitted to create or approve pull requests.'),
  );
  repository.actionsMayCreatePulls = true;
  assert.equal((await job.pulls.create(pull)).status, 201);
});

test('a token without workflows cannot bring a changed workflow in, by any door', async () => {
  const repository = github.repository('octo/shop');
  const job = jobClient(github, { contents: 'write' });
  const sha = await github.seed.commit(repository, {
    author: 'alice',
    branch: 'with-workflow',
    files: { '.github/workflows/ci.yml': 'on: push\n' },
  });
  const tree = await job.git.createTree({
    ...shop,
    base_tree: sha,
    tree: [{ path: '.github/workflows/ci.yml', mode: '100644', type: 'blob', content: 'on: schedule\n' }],
  });
  const commit = await job.git.createCommit({ ...shop, message: 'x', tree: tree.data.sha, parents: [sha] });
  const refused = refusedWith(403, 'Resource not accessible by integration');
  await assert.rejects(job.git.createRef({ ...shop, ref: 'refs/heads/sly', sha: commit.data.sha }), refused);
  await assert.rejects(
    job.git.updateRef({ ...shop, ref: 'heads/with-workflow', sha: commit.data.sha }),
    refused,
  );
  const allowed = jobClient(github, { contents: 'write', workflows: 'write' });
  await allowed.git.updateRef({ ...shop, ref: 'heads/with-workflow', sha: commit.data.sha });
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));

test('a login is one account: to seed it again, in any case, would leave its roles and texts to nobody', () => {
  const octo = github.repository('octo/shop').owner;
  assert.throws(() => github.seed.account('Octo'), /has an account Octo already/);
  assert.equal(github.repository('octo/shop').owner, octo);
});
