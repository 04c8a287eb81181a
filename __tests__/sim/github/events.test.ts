import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSim } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = github.seed.account('ann');
const issue = github.seed.issue(repository, { author: 'bob', title: 'Wrong', body: null, labels: ['oi'] });
await github.seed.commit(repository, { author: 'alice', branch: 'work', files: { 'src/total.js': 'one\n' } });
const pull = await github.seed.pull(repository, { author: 'alice', head: 'work', title: 'Work', body: '' });

// biome-ignore lint/suspicious/noExplicitAny: a payload is read by hand, as the schema checks its form.
type Payload = Record<string, any>;

test('a comment on an issue has no pull_request, one on a pull request has', () => {
  const onIssue = github.events.issueComment('created', github.seed.comment(issue, 'bob', '/oi fix'));
  const onPull = github.events.issueComment('created', github.seed.comment(pull, 'alice', '/oi fix'));
  assert.equal(onIssue.name, 'issue_comment');
  const [first, second] = [onIssue.payload as Payload, onPull.payload as Payload];
  assert.equal(first['action'], 'created');
  assert.equal(first['issue']['pull_request'], undefined);
  assert.equal(first['comment']['body'], '/oi fix');
  assert.equal(first['sender']['login'], 'bob');
  assert.match(String(second['issue'].pull_request.url), /\/api\/v3\/repos\/octo\/shop\/pulls\/2$/);
  assert.equal(second['issue']['body'], '');
});

test('an edit carries what stood before, a deletion what is gone', () => {
  const comment = github.seed.comment(issue, 'bob', 'before');
  github.seed.edit(comment, 'after');
  const edited = github.events.issueComment('edited', comment, { previousBody: 'before', sender: alice });
  assert.deepEqual((edited.payload as Payload)['changes'], { body: { from: 'before' } });
  assert.equal((edited.payload as Payload)['sender']['login'], 'ann');
  github.events.issueComment('deleted', comment);
});

test('issues are opened, labeled and assigned', () => {
  const [label] = issue.labels;
  assert.ok(label);
  github.events.issues('opened', issue);
  const labeled = github.events.issues('labeled', issue, { label });
  assert.equal((labeled.payload as Payload)['label']['name'], 'oi');
  assert.equal((labeled.payload as Payload)['sender']['login'], 'bob');
  github.events.issues('assigned', issue, { assignee: alice });
  github.events.issues('edited', issue, { previousBody: 'x' });
});

test('a labeled event tells of the moment of labelling, whatever came after it, and by whom', () => {
  github.clock.advance(60);
  const { label, createdAt } = github.seed.label(issue, 'urgent', 'alice');
  github.clock.advance(60);
  github.seed.comment(issue, 'bob', 'Thanks');
  const { payload, actor } = github.events.issues('labeled', issue, { label });
  assert.equal((payload as Payload)['issue']['updated_at'], createdAt);
  assert.notEqual(createdAt, issue.updatedAt);
  assert.deepEqual([(payload as Payload)['sender']['login'], actor.login], ['alice', 'alice']);
  assert.throws(() => github.events.issues('labeled', issue, { label, sender: alice }), /ann labeled #1/);
  assert.throws(() => github.events.issues('unlabeled', issue, { label }), /unlabeled #1 with urgent/);
  github.seed.unlabel(issue, 'Urgent', 'bob');
  const gone = github.events.issues('unlabeled', issue, { label });
  assert.deepEqual([gone.actor.login, (gone.payload as Payload)['label'].name], ['bob', 'urgent']);
});

test('a run is told the default branch, but of a dispatch its ref and of a pull request its merge', async () => {
  const comment = github.seed.comment(pull, 'alice', '/oi fix');
  assert.equal(github.events.issueComment('created', comment).ref, 'refs/heads/main');
  assert.equal(github.events.schedule(repository).ref, 'refs/heads/main');
  assert.equal(github.events.schedule(repository).actor, repository.owner);
  const dispatch = { sender: alice, ref: 'refs/heads/work', workflow: '.github/workflows/nightly.yml' };
  const { ref, workflow, payload } = github.events.workflowDispatch(repository, dispatch);
  assert.deepEqual([ref, workflow], [dispatch.ref, dispatch.workflow]);
  assert.deepEqual([payload['ref'], payload['workflow']], [dispatch.ref, dispatch.workflow]);
  const remark = await github.seed.reviewComment(pull, {
    author: 'bob',
    path: 'src/total.js',
    line: 1,
    body: '/oi fix',
  });
  const reviewed = await github.events.pullRequestReviewComment('created', remark);
  assert.equal(reviewed.ref, `refs/pull/${pull.number}/merge`);
});

test('a review comment names its pull request, head and place', async () => {
  const comment = await github.seed.reviewComment(pull, {
    author: 'bob',
    path: 'src/total.js',
    line: 1,
    body: '/oi fix',
  });
  const { payload } = await github.events.pullRequestReviewComment('created', comment);
  assert.equal((payload as Payload)['comment']['line'], 1);
  assert.equal((payload as Payload)['pull_request'].head.sha, pull.pull.headSha);
});

test('a dispatch carries its inputs, a schedule its line of cron', () => {
  const dispatch = github.events.workflowDispatch(repository, {
    sender: alice,
    inputs: { prompt: 'fix it' },
  });
  assert.deepEqual((dispatch.payload as Payload)['inputs'], { prompt: 'fix it' });
  assert.equal((dispatch.payload as Payload)['ref'], 'refs/heads/main');
  assert.equal(github.events.schedule(repository, { cron: '0 4 * * 1' }).payload['schedule'], '0 4 * * 1');
});

test('a deleted author is null in a payload too', () => {
  const comment = github.seed.comment(issue, 'mallory', 'bye');
  github.seed.deleteAccount('mallory');
  const { payload } = github.events.issueComment('created', comment, { sender: alice });
  assert.equal((payload as Payload)['comment']['user'], null);
});

test('every payload is one that GitHub describes', () => assert.deepEqual(github.violations, []));
