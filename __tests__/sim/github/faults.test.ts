import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonFaults } from '../../../sim/github/server/faults.ts';
import { clientOf, openSim, refusedWith, shop } from './open-sim.ts';

test('a reset breaks the connection before anything happened, once', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  github.faults.push({ operation: 'issues/create', fault: 'reset' });
  await assert.rejects(
    alice.issues.create({ ...shop, title: 'x' }),
    refusedWith(500, /ECONNRESET|other side closed|fetch failed/),
  );
  assert.equal(github.repository('octo/shop').issues.size, 0);
  assert.equal((await alice.issues.create({ ...shop, title: 'x' })).data.number, 1);
});

test('a cut answer has done its work, and a client that swallows the break sees an empty one', async (t) => {
  const github = await openSim(t);
  github.faults.push({ method: 'POST', path: '/issues', times: 2, fault: 'cut' });
  const answer = await fetch(`${github.apiUrl}/repos/octo/shop/issues`, {
    method: 'POST',
    headers: { authorization: 'Bearer alice-token' },
    body: JSON.stringify({ title: 'x' }),
  });
  await assert.rejects(answer.text(), /terminated/);
  assert.equal(github.repository('octo/shop').issues.size, 1);
  const { data, status } = await clientOf(github, 'alice-token').issues.create({ ...shop, title: 'x' });
  assert.deepEqual([status, data], [201, ''], 'octokit does not tell');
});

test('a proxy answers with a page, GitHub with a status, as often as was said', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  github.faults.push({ path: /\/repos\/octo\/shop$/, fault: 'html' });
  await assert.rejects(alice.repos.get(shop), refusedWith(502, 'Bad Gateway'));
  github.faults.push({ operation: 'repos/get', times: 2, fault: commonFaults.secondaryRateLimit(7) });
  for (let attempt = 0; attempt < 2; attempt++)
    await assert.rejects(
      alice.repos.get(shop),
      (error: { status: number; response: { headers: object } }) => {
        assert.equal(error.status, 403);
        assert.equal((error.response.headers as Record<string, string>)['retry-after'], '7');
        return true;
      },
    );
  await alice.repos.get(shop);
});

test('a named GraphQL operation can fail alone', async (t) => {
  const github = await openSim(t);
  const alice = clientOf(github, 'alice-token');
  github.faults.push({ operation: 'graphql/Second', fault: { status: 500 } });
  await alice.graphql('query First { viewer { login } }');
  await assert.rejects(alice.graphql('query Second { viewer { login } }'), /a fault that the test asked for/);
});

test('the world can change between two calls', async (t) => {
  const github = await openSim(t);
  const repository = github.repository('octo/shop');
  const alice = clientOf(github, 'alice-token');
  const before = await repository.git.text(['rev-parse', 'main']);
  github.before = async (request) => {
    if (request.operation !== 'git/update-ref') return;
    github.before = null;
    await github.seed.commit(repository, { author: 'bob', branch: 'main', files: { 'race.txt': 'r\n' } });
  };
  const { data } = await alice.git.createCommit({
    ...shop,
    message: 'mine',
    tree: await repository.git.text(['rev-parse', 'main^{tree}']),
    parents: [before],
  });
  await assert.rejects(
    alice.git.updateRef({ ...shop, ref: 'heads/main', sha: data.sha }),
    refusedWith(422, 'Update is not a fast forward'),
  );
});

test('a delayed answer comes late', async (t) => {
  const github = await openSim(t);
  github.faults.push({ operation: 'repos/get', fault: { delayMilliseconds: 60_000 } });
  await assert.rejects(
    clientOf(github, 'alice-token').repos.get({ ...shop, request: { signal: AbortSignal.timeout(50) } }),
    /abort|timeout/i,
  );
});
