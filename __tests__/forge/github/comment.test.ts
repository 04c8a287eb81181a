import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect } from '../../../src/core/forge.ts';
import { markOf } from '../../../src/forge/github/mark.ts';
import { memoryBlobs } from '../../support/blobs.ts';
import { openForge, openStage, operations, taskOf } from './stage.ts';

const { sim, repository } = await openStage();
const blobs = memoryBlobs();
const newIssue = () => sim.seed.issue(repository, { author: 'ann', title: 't' });
const effectOn = (number: number, body: string): Effect => ({
  kind: 'comment',
  key: 'answer:comment-1',
  subject: { kind: 'issue', number },
  body,
});

test('a comment is created once and then updated in place, also by the next run', async () => {
  const issue = newIssue();
  const forge = openForge(sim);
  assert.equal(await forge.look(effectOn(issue.number, 'one'), blobs), null);
  const first = await forge.apply(effectOn(issue.number, 'one'), blobs);
  const second = await forge.apply(effectOn(issue.number, 'two'), blobs);
  const third = await openForge(sim).apply(effectOn(issue.number, 'three'), blobs);
  assert.deepEqual([second, third], [first, first]);
  assert.equal(issue.comments.length, 1);
  const [comment] = issue.comments;
  assert.match(comment?.body ?? '', /three$/);
  assert.equal(markOf(comment?.body ?? ''), 'answer:comment-1');
  assert.equal(first.url, `${sim.webUrl}/octo/shop/issues/${issue.number}#issuecomment-${first.id}`);
});

test('looking tells whether the comment already says it', async () => {
  const issue = newIssue();
  await openForge(sim).apply(effectOn(issue.number, 'one'), blobs);
  const forge = openForge(sim);
  assert.equal((await forge.look(effectOn(issue.number, 'one'), blobs))?.same, true);
  assert.equal((await forge.look(effectOn(issue.number, 'two'), blobs))?.same, false);
});

test('when the thread was read already, the first comment costs one call', async () => {
  const issue = newIssue();
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const forge = openForge(sim);
  await forge.circumstances(taskOf(asking));
  const asked = await operations(sim, async () => {
    const effect = effectOn(issue.number, 'Working.');
    assert.equal(await forge.look(effect, blobs), null);
    await forge.apply(effect, blobs);
  });
  assert.deepEqual(asked, ['issues/create-comment']);
});

test('T30: a comment with our mark by somebody else is neither found nor touched', async () => {
  const issue = newIssue();
  const forged = sim.seed.comment(issue, 'mallory', '<!-- oi:answer:comment-1 -->\nmine');
  await openForge(sim).apply(effectOn(issue.number, 'Done.'), blobs);
  assert.equal(forged.body, '<!-- oi:answer:comment-1 -->\nmine');
  assert.equal(issue.comments.length, 2);
});

test('a comment that somebody deleted is written anew', async () => {
  const issue = newIssue();
  const forge = openForge(sim);
  await forge.apply(effectOn(issue.number, 'Working.'), blobs);
  issue.comments.splice(0);
  await forge.apply(effectOn(issue.number, 'Done.'), blobs);
  assert.equal(issue.comments.length, 1);
  assert.match(issue.comments[0]?.body ?? '', /Done\.$/);
});

test('an answer that got lost does not make a second comment', async () => {
  const issue = newIssue();
  sim.faults.push({ operation: 'issues/create-comment', fault: 'cut' });
  const receipt = await openForge(sim).apply(effectOn(issue.number, 'Working.'), blobs);
  assert.deepEqual(
    issue.comments.map(({ id }) => String(id)),
    [receipt.id],
  );
});

test('a server error before anything happened is tried once more', async () => {
  const issue = newIssue();
  sim.faults.push({ operation: 'issues/create-comment', fault: 'reset' });
  await openForge(sim).apply(effectOn(issue.number, 'Working.'), blobs);
  assert.equal(issue.comments.length, 1);
});

test('a comment on a closed subject and on a pull request is an ordinary comment', async () => {
  await sim.seed.commit(repository, { author: 'ann', branch: 'topic', files: { 'b.txt': '2' } });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'topic', title: 't' });
  issue.state = 'closed';
  const effect: Effect = {
    kind: 'comment',
    key: 'k',
    subject: { kind: 'pull', number: issue.number },
    body: 'b',
  };
  await openForge(sim).apply(effect, blobs);
  assert.equal(issue.comments.length, 1);
});

test('R5: the longest comment fits with its mark', async () => {
  const issue = newIssue();
  await openForge(sim).apply(effectOn(issue.number, 'x'.repeat(70_000)), blobs);
  assert.equal(issue.comments[0]?.body.length, 65_536);
});
