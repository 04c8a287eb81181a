import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = clientOf(github, 'alice-token');
const names = (labels: { name: string }[]) => labels.map((label) => label.name);

test('issues are filtered by state, label and time', async () => {
  const first = github.seed.issue(repository, { author: 'bob', title: 'Old', labels: ['bug'] });
  github.clock.advance(60);
  const since = github.clock.now();
  github.seed.issue(repository, { author: 'bob', title: 'New', labels: ['bug', 'Urgent'] });
  const titles = async (query: object) =>
    (await alice.issues.listForRepo({ ...shop, ...query })).data.map((issue) => issue.title);
  assert.deepEqual(await titles({}), ['New', 'Old']);
  assert.deepEqual(await titles({ labels: 'bug,urgent' }), ['New']);
  assert.deepEqual(await titles({ since }), ['New']);
  await alice.issues.update({
    ...shop,
    issue_number: first.number,
    state: 'closed',
    state_reason: 'not_planned',
  });
  assert.deepEqual(await titles({ state: 'closed' }), ['Old']);
  const { data } = await alice.issues.get({ ...shop, issue_number: first.number });
  assert.deepEqual([data.state_reason, data.closed_by?.login], ['not_planned', 'alice']);
});

test('labels are added, set and taken away', async () => {
  const issue_number = github.seed.issue(repository, { author: 'bob', title: 'Labels' }).number;
  const on = { ...shop, issue_number };
  assert.deepEqual(names((await alice.issues.addLabels({ ...on, labels: ['Bug', 'new'] })).data), [
    'bug',
    'new',
  ]);
  assert.deepEqual(names((await alice.issues.setLabels({ ...on, labels: ['new'] })).data), ['new']);
  await assert.rejects(
    alice.issues.removeLabel({ ...on, name: 'bug' }),
    refusedWith(404, 'Label does not exist'),
  );
  assert.deepEqual((await alice.issues.removeLabel({ ...on, name: 'new' })).data, []);
  await assert.rejects(
    alice.issues.createLabel({ ...shop, name: 'BUG' }),
    refusedWith(422, /Validation Failed.*already_exists/),
  );
});

test('only those with a role are assigned', async () => {
  const issue_number = github.seed.issue(repository, { author: 'bob', title: 'Work' }).number;
  const { data } = await alice.issues.addAssignees({
    ...shop,
    issue_number,
    assignees: ['bob', 'mallory', 'nobody'],
  });
  assert.deepEqual(
    data.assignees?.map((account) => account.login),
    ['bob'],
  );
  await assert.rejects(
    alice.issues.checkUserCanBeAssigned({ ...shop, assignee: 'mallory' }),
    refusedWith(404, 'Not Found'),
  );
});

test('a comment changes by its author, or by who may write', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Talk' });
  const comment = github.seed.comment(issue, 'alice', 'mine');
  const update = { ...shop, comment_id: comment.id, body: 'theirs' };
  await assert.rejects(
    clientOf(github, 'mallory-token').issues.updateComment(update),
    refusedWith(403, 'Must have admin'),
  );
  await clientOf(github, 'owner-token').issues.updateComment(update);
  assert.equal(comment.body, 'theirs');
  assert.notEqual(comment.lastEditedAt, null);
});

test('a locked talk takes words from those who may write only', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Hot' });
  issue.locked = true;
  const comment = { ...shop, issue_number: issue.number, body: 'x' };
  await assert.rejects(
    clientOf(github, 'mallory-token').issues.createComment(comment),
    refusedWith(403, 'issue is locked'),
  );
  await alice.issues.createComment(comment);
});

test('a job may react, and take its reaction back', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'React' });
  const comment = github.seed.comment(issue, 'bob', '/oi fix');
  const job = jobClient(github, { issues: 'write' });
  const on = { ...shop, comment_id: comment.id };
  const { data } = await job.reactions.createForIssueComment({ ...on, content: 'eyes' });
  assert.equal((await job.reactions.listForIssueComment(on)).data.length, 1);
  assert.equal((await alice.issues.getComment(on)).data.reactions?.eyes, 1);
  await job.reactions.deleteForIssueComment({ ...on, reaction_id: data.id });
  assert.equal((await job.reactions.listForIssueComment(on)).data.length, 0);
});

test('on a pull request either permission lets a job comment, on an issue only issues', async () => {
  await github.seed.commit(repository, { author: 'alice', branch: 'work', files: { w: 'w\n' } });
  const pull = await github.seed.pull(repository, { author: 'alice', head: 'work', title: 'Work' });
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Plain' });
  const job = jobClient(github, { pull_requests: 'write' });
  await job.issues.createComment({ ...shop, issue_number: pull.number, body: 'x' });
  await assert.rejects(
    job.issues.createComment({ ...shop, issue_number: issue.number, body: 'x' }),
    refusedWith(403, 'Resource not accessible by integration'),
  );
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));
