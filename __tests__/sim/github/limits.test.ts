import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

test('each answer counts down the budget of its token', async (t) => {
  const github = await openSim(t);
  const job = jobClient(github, {});
  const first = (await job.repos.get(shop)).headers;
  const second = (await job.repos.get(shop)).headers;
  assert.equal(first['x-ratelimit-limit'], '1000', 'a job has 1,000 an hour');
  assert.equal(Number(first['x-ratelimit-remaining']) - Number(second['x-ratelimit-remaining']), 1);
  assert.match(String(second['x-github-request-id']), /^[0-9A-F]{20}$/);
  assert.equal((await clientOf(github).repos.get(shop)).headers['x-ratelimit-limit'], '60');
});

test('a spent budget is a 403 until the hour is over', async (t) => {
  const github = await openSim(t);
  github.limits.requestsPerHour = 1;
  const alice = clientOf(github, 'alice-token');
  await alice.repos.get(shop);
  await assert.rejects(alice.repos.get(shop), refusedWith(403, 'API rate limit exceeded for'));
  github.clock.advance(3601);
  await alice.repos.get(shop);
});

test('too many writes in a minute are a secondary limit with retry-after', async (t) => {
  const github = await openSim(t);
  github.limits.writesPerMinute = 2;
  github.seed.issue(github.repository('octo/shop'), { author: 'bob', title: 'x' });
  const alice = clientOf(github, 'alice-token');
  const say = () => alice.issues.createComment({ ...shop, issue_number: 1, body: 'again' });
  await say();
  await say();
  await assert.rejects(say(), (error: { status: number; message: string; response: { headers: object } }) => {
    assert.equal(error.status, 403);
    assert.match(error.message, /secondary rate limit/);
    assert.equal((error.response.headers as Record<string, string>)['retry-after'], '60');
    return true;
  });
  await alice.graphql('{ viewer { login } }');
  github.clock.advance(61);
  await say();
});

test('a limit of characters counts characters, not bytes', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  const create = (body: string) => alice.issues.create({ ...shop, title: 'x', body });
  await create('é'.repeat(65_536));
  await create('😀'.repeat(65_536));
  await assert.rejects(create('é'.repeat(65_537)), refusedWith(422, 'maximum is 65536'));
  await assert.rejects(
    alice.issues.create({ ...shop, title: 'x'.repeat(257) }),
    refusedWith(422, 'title is too long'),
  );
});

test('a pull request of more than 300 files has a list and no diff', async (t) => {
  const github = await openSim(t);
  const repository = github.repository('octo/shop');
  const files = Object.fromEntries(
    Array.from({ length: 301 }, (_, index) => [`many/${index}.txt`, `${index}\n`]),
  );
  await github.seed.commit(repository, { author: 'alice', branch: 'many', files });
  const { number } = await github.seed.pull(repository, { author: 'alice', head: 'many', title: 'Many' });
  const alice = clientOf(github, 'alice-token');
  const pull = { ...shop, pull_number: number };
  await assert.rejects(
    alice.pulls.get({ ...pull, mediaType: { format: 'diff' } }),
    refusedWith(406, 'the diff exceeded the maximum number of files (300)'),
  );
  assert.equal((await alice.pulls.get(pull)).data.changed_files, 301);
  const listed = await alice.paginate(alice.pulls.listFiles, { ...pull, per_page: 100 });
  assert.equal(listed.length, 301);
  assert.deepEqual(github.violations, []);
});
