import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { git, gitSays, withToken } from './git.ts';
import { openSim, type Scope, temporaryFolder } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const shopUrl = `${github.webUrl}/octo/shop.git`;
const secretUrl = `${github.webUrl}/octo/secret.git`;
const job = (permissions: { contents?: 'read' | 'write'; workflows?: 'write' }, name = 'octo/shop') =>
  github.seed.actionsToken(name, permissions).value;

async function clone(t: Scope, url: string): Promise<string> {
  const folder = await temporaryFolder(t);
  await git(folder, 'clone', '-q', url, 'work');
  return join(folder, 'work');
}

async function commit(folder: string, path: string, content: string): Promise<string> {
  await writeFile(join(folder, path), content);
  await git(folder, 'add', '-A');
  await git(folder, 'commit', '-q', '-m', 'Change');
  return git(folder, 'rev-parse', 'HEAD');
}

test('anybody clones a public repository, whole or shallow', async (t) => {
  const folder = await clone(t, shopUrl);
  assert.equal(await readFile(join(folder, 'README.md'), 'utf8'), '# Shop\n');
  await git(folder, 'clone', '-q', '--depth', '1', '--filter=blob:none', shopUrl, 'shallow');
  assert.equal(await git(join(folder, 'shallow'), 'rev-parse', '--is-shallow-repository'), 'true');
});

test('a private repository wants a token that may read its contents', async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(git(folder, 'ls-remote', secretUrl), gitSays(/could not read Username/));
  await assert.rejects(
    git(folder, 'ls-remote', withToken(secretUrl, 'wrong')),
    gitSays(/Authentication failed/),
  );
  for (const token of ['mallory-token', job({ contents: 'read' })])
    await assert.rejects(git(folder, 'ls-remote', withToken(secretUrl, token)), gitSays(/not found/));
  await assert.rejects(
    git(folder, 'ls-remote', withToken(secretUrl, job({}, 'octo/secret'))),
    gitSays(/403/),
  );
  const heads = await git(
    folder,
    'ls-remote',
    withToken(secretUrl, job({ contents: 'read' }, 'octo/secret')),
  );
  assert.match(heads, /refs\/heads\/main/);
});

test('a push wants contents: write, and is seen by the API at once', async (t) => {
  const folder = await clone(t, shopUrl);
  const sha = await commit(folder, 'pushed.txt', 'p\n');
  const push = (token: string) =>
    git(folder, 'push', '-q', withToken(shopUrl, token), 'HEAD:refs/heads/pushed');
  await assert.rejects(push(job({ contents: 'read' })), gitSays(/403/));
  await assert.rejects(push('bob-token'), gitSays(/Permission to octo\/shop.git denied to bob|403/));
  await push(job({ contents: 'write' }));
  assert.equal(await repository.git.text(['rev-parse', 'pushed']), sha);
});

test('a push and a fetch of megabytes go through whole', async (t) => {
  const folder = await clone(t, shopUrl);
  await writeFile(join(folder, 'big.bin'), randomBytes(3_000_000));
  await git(folder, 'add', '-A');
  await git(folder, 'commit', '-q', '-m', 'Big');
  await git(folder, 'push', '-q', withToken(shopUrl, 'alice-token'), 'HEAD:refs/heads/big');
  const other = await clone(t, shopUrl);
  await git(other, 'fetch', '-q', 'origin', 'big');
  assert.equal(await git(other, 'rev-parse', 'FETCH_HEAD'), await git(folder, 'rev-parse', 'HEAD'));
  assert.equal((await repository.git.objects.contents('refs/heads/big:big.bin'))?.size, 3_000_000);
});

test('a push to refs/pull is refused', async (t) => {
  const folder = await clone(t, shopUrl);
  await assert.rejects(
    git(folder, 'push', withToken(shopUrl, 'alice-token'), 'HEAD:refs/pull/1/head'),
    gitSays(/deny updating a hidden ref/),
  );
});

test('a push that changes workflows wants that permission too', async (t) => {
  const folder = await clone(t, shopUrl);
  await git(folder, 'checkout', '-q', '-b', 'flow');
  await mkdir(join(folder, '.github/workflows'), { recursive: true });
  await commit(folder, '.github/workflows/ci.yml', 'on: push\n');
  const push = (token: string) => git(folder, 'push', withToken(shopUrl, token), 'flow');
  await assert.rejects(
    push(job({ contents: 'write' })),
    gitSays(
      /refusing to allow a GitHub App to create or update workflow `.github\/workflows\/ci.yml` without/,
    ),
  );
  await push(job({ contents: 'write', workflows: 'write' }));
});

test('the head of a fork is fetched from the base as refs/pull/N/head, and followed', async (t) => {
  const fork = await github.seed.fork(repository, 'bob');
  await github.seed.commit(fork, { author: 'bob', branch: 'idea', files: { 'idea.txt': '1\n' } });
  const issue = await github.seed.pull(repository, { author: 'bob', head: 'bob:idea', title: 'Idea' });
  const folder = await clone(t, shopUrl);
  const sha = await github.seed.commit(fork, { author: 'bob', branch: 'idea', files: { 'idea.txt': '2\n' } });
  await git(folder, 'fetch', '-q', 'origin', `refs/pull/${issue.number}/head:refs/oi/head`);
  assert.equal(await git(folder, 'rev-parse', 'refs/oi/head'), sha);
  await git(folder, 'fetch', '-q', '--depth', '1', 'origin', sha);
});

test('what git asked for is in the log without a token', async () => {
  const pushes = github.requests.filter((request) => request.operation === 'git/git-receive-pack');
  assert.ok(pushes.some((request) => request.identity === 'github-actions[bot]' && request.status === 200));
  assert.ok(github.requests.every((request) => !('authorization' in request.headers)));
  assert.deepEqual(github.violations, []);
});
