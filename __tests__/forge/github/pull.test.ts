import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect } from '../../../src/core/forge.ts';
import { memoryBlobs } from '../../support/blobs.ts';
import { openForge, openStage, permissions } from './stage.ts';

const { sim, repository } = await openStage();
const blobs = memoryBlobs();
const pullsFrom = (branch: string) =>
  [...repository.issues.values()].filter(({ pull }) => pull?.head === branch);

let made = 0;
async function newBranch(): Promise<string> {
  made += 1;
  const branch = `oi/issue-${made}`;
  await sim.seed.commit(repository, { author: 'ann', branch, files: { [`${made}.txt`]: 'x' } });
  return branch;
}
const effectFrom = (branch: string, title = 'Fix'): Effect => ({
  kind: 'pull',
  key: `pull:${branch}`,
  branch,
  into: 'main',
  title,
  body: 'What was done.',
  draft: true,
});

test('G10: one draft is opened from a branch, and then updated in place', async () => {
  const branch = await newBranch();
  const first = await openForge(sim).apply(effectFrom(branch), blobs);
  const second = await openForge(sim).apply(effectFrom(branch, 'Better'), blobs);
  assert.deepEqual(second, first);
  const [issue, ...others] = pullsFrom(branch);
  assert.deepEqual(
    [issue?.title, issue?.pull?.draft, issue?.pull?.base, others.length],
    ['Better', true, 'main', 0],
  );
  assert.equal(first.url, `${sim.webUrl}/octo/shop/pull/${first.id}`);
});

test('looking tells whether the pull request already says it', async () => {
  const branch = await newBranch();
  assert.equal(await openForge(sim).look(effectFrom(branch), blobs), null);
  await openForge(sim).apply(effectFrom(branch), blobs);
  assert.equal((await openForge(sim).look(effectFrom(branch), blobs))?.same, true);
  assert.equal((await openForge(sim).look(effectFrom(branch, 'Better'), blobs))?.same, false);
});

test('G10: when another run is a moment quicker, its pull request is the one that is updated', async () => {
  const branch = await newBranch();
  sim.before = async ({ operation }) => {
    if (operation !== 'pulls/create') return;
    sim.before = null;
    await openForge(sim).apply(effectFrom(branch, 'Theirs'), blobs);
  };
  const receipt = await openForge(sim).apply(effectFrom(branch), blobs);
  const [issue, ...others] = pullsFrom(branch);
  assert.deepEqual([String(issue?.number), issue?.title, others.length], [receipt.id, 'Fix', 0]);
});

test('a pull request of a fork with a branch of the same name is not ours', async () => {
  const branch = await newBranch();
  const fork = await sim.seed.fork(repository, 'mallory');
  await sim.seed.commit(fork, { author: 'mallory', branch, files: { 'evil.txt': '!' } });
  const theirs = await sim.seed.pull(repository, {
    author: 'mallory',
    head: `mallory:${branch}`,
    title: 'Theirs',
  });
  const receipt = await openForge(sim).apply(effectFrom(branch), blobs);
  assert.notEqual(receipt.id, String(theirs.number));
  assert.equal(theirs.title, 'Theirs');
});

test('an answer that got lost does not make a second pull request', async () => {
  const branch = await newBranch();
  sim.faults.push({ operation: 'pulls/create', fault: 'cut' });
  const receipt = await openForge(sim).apply(effectFrom(branch), blobs);
  assert.deepEqual(
    pullsFrom(branch).map(({ number }) => String(number)),
    [receipt.id],
  );
});

test('R1: where Actions may not open pull requests, the person gets the page that opens one', async () => {
  const branch = await newBranch();
  repository.actionsMayCreatePulls = false;
  await assert.rejects(openForge(sim).apply(effectFrom(branch), blobs), {
    code: 'forge.forbidden',
    happened: /not permitted to create or approve pull requests/,
    advice: new RegExp(`${sim.webUrl}/octo/shop/compare/main\\.\\.\\.oi%2Fissue-${made}\\?expand=1`),
  });
  repository.actionsMayCreatePulls = true;
});

test('where the plan has no drafts, nothing is opened that looks ready, and the person gets the page that opens it', async () => {
  const branch = await newBranch();
  repository.drafts = false;
  await assert.rejects(openForge(sim).apply(effectFrom(branch), blobs), {
    code: 'forge.rejected',
    happened: /no draft pull requests, and the change in the branch oi\/issue-\d+ is not to look ready\./,
    advice: new RegExp(` on ${sim.webUrl}/octo/shop/compare/main\\.\\.\\.oi%2Fissue-${made}\\?expand=1\\.$`),
    page: new RegExp(`^${sim.webUrl}/octo/shop/compare/main\\.\\.\\.oi%2Fissue-${made}\\?expand=1$`),
  });
  assert.deepEqual(pullsFrom(branch), []);
  const receipt = await openForge(sim).apply({ ...effectFrom(branch), draft: false } as Effect, blobs);
  assert.equal(String(pullsFrom(branch)[0]?.number), receipt.id);
  repository.drafts = true;
});

test('a token without the permission is told which one is missing', async () => {
  const branch = await newBranch();
  const forge = openForge(sim, { permissions: { ...permissions, pull_requests: 'read' } });
  await assert.rejects(forge.apply(effectFrom(branch), blobs), {
    code: 'forge.forbidden',
    advice: /`pull-requests: write`/,
  });
});

test('what GitHub refuses for another reason is said in its words', async () => {
  await assert.rejects(openForge(sim).apply(effectFrom('main'), blobs), {
    code: 'forge.rejected',
    happened: /No commits between main and main/,
  });
});
