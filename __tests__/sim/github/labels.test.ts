import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientOf, jobClient, openSim, refusedWith, shop } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = clientOf(github, 'alice-token');

type Told = { kind: string; actor: { login: string } | null; label: { name: string }; createdAt: string };
type Page = { nodes: Told[]; pageInfo: { hasPreviousPage: boolean; startCursor: string } };

async function history(number: number, args = 'last: 10', kind = 'issue'): Promise<Page> {
  const types = 'itemTypes: [LABELED_EVENT, UNLABELED_EVENT]';
  const fields = 'id createdAt actor { login } label { name }';
  const { repository } = await alice.graphql<{ repository: { subject: { timelineItems: Page } } }>(
    `{ repository(owner: "octo", name: "shop") { subject: ${kind}(number: ${number}) {
      timelineItems(${types}, ${args}) { nodes { kind: __typename ... on LabeledEvent { ${fields} }
        ... on UnlabeledEvent { ${fields} } } pageInfo { hasPreviousPage startCursor } } } } }`,
  );
  return repository.subject.timelineItems;
}

const told = ({ nodes }: Page): string[] =>
  nodes.map(({ kind, actor, label }) => `${actor?.login ?? 'nobody'} ${kind} ${label.name}`);

test('whatever door a label comes and goes by, the timeline tells who did it', async () => {
  const job = jobClient(github, { issues: 'write' });
  const { data } = await alice.issues.create({ ...shop, title: 'Labels', labels: ['one', 'two'] });
  const on = { ...shop, issue_number: data.number };
  await job.issues.update({ ...on, labels: ['two', 'three'] });
  const issue = repository.issues.get(data.number);
  assert.ok(issue);
  github.seed.label(issue, 'four', 'bob');
  await alice.issues.setLabels({ ...on, labels: ['four'] });
  github.seed.unlabel(issue, 'four', 'octo');
  assert.throws(() => github.seed.unlabel(issue, 'four', 'octo'), /does not have the label four/);
  assert.deepEqual(told(await history(data.number)), [
    'alice LabeledEvent one',
    'alice LabeledEvent two',
    'github-actions UnlabeledEvent one',
    'github-actions LabeledEvent three',
    'bob LabeledEvent four',
    'alice UnlabeledEvent two',
    'alice UnlabeledEvent three',
    'octo UnlabeledEvent four',
  ]);
});

test('an event has the time of its change, which is when the issue was updated', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Time' });
  github.clock.advance(60);
  const { createdAt, nodeId } = github.seed.label(issue, 'oi', 'alice');
  assert.equal(createdAt, issue.updatedAt);
  assert.notEqual(createdAt, issue.createdAt);
  const { node } = await alice.graphql<{ node: unknown }>(
    'query ($id: ID!) { node(id: $id) { id ... on LabeledEvent { createdAt labelable { ... on Issue { number } } } } }',
    { id: nodeId },
  );
  assert.deepEqual(node, { id: nodeId, createdAt, labelable: { number: issue.number } });
  github.clock.advance(60);
  await alice.issues.addLabels({ ...shop, issue_number: issue.number, labels: ['OI'] });
  assert.equal(issue.updatedAt, createdAt, 'nothing changed');
});

test('the history is read from its end page by page, by type, and from a moment on', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Pages', labels: ['a'] });
  github.seed.unlabel(issue, 'a', 'alice');
  github.clock.advance(60);
  const { createdAt } = github.seed.label(issue, 'a', 'alice');
  const last = await history(issue.number, 'last: 1');
  assert.deepEqual(told(last), ['alice LabeledEvent a']);
  assert.equal(last.pageInfo.hasPreviousPage, true);
  const before = await history(issue.number, `last: 5, before: "${last.pageInfo.startCursor}"`);
  assert.deepEqual(told(before), ['bob LabeledEvent a', 'alice UnlabeledEvent a']);
  assert.deepEqual(told(await history(issue.number, `first: 5, since: "${createdAt}"`)), [
    'alice LabeledEvent a',
  ]);
});

test('a pull request has such a history too, and an actor whose account is gone is nobody', async () => {
  await github.seed.commit(repository, { author: 'alice', branch: 'work', files: { w: 'w\n' } });
  const pull = await github.seed.pull(repository, { author: 'alice', head: 'work', title: 'Work' });
  github.seed.account('leaver');
  github.seed.label(pull, 'oi', 'leaver');
  github.seed.deleteAccount('leaver');
  assert.deepEqual(told(await history(pull.number, 'first: 1', 'pullRequest')), ['nobody LabeledEvent oi']);
});

test('labels of an issue go by issues: write, those of a pull request by pull_requests: write as well', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Permissions', labels: ['old'] });
  await github.seed.commit(repository, { author: 'alice', branch: 'more', files: { m: 'm\n' } });
  const pull = await github.seed.pull(repository, { author: 'alice', head: 'more', title: 'More' });
  const labels = (permissions: Parameters<typeof jobClient>[1], issue_number: number) =>
    jobClient(github, permissions).issues.addLabels({ ...shop, issue_number, labels: ['new'] });
  const refused = refusedWith(403, 'Resource not accessible by integration');
  await assert.rejects(labels({ pull_requests: 'write', issues: 'read' }, issue.number), refused);
  await assert.rejects(labels({ contents: 'write', issues: 'read' }, pull.number), refused);
  await labels({ issues: 'write' }, issue.number);
  await labels({ pull_requests: 'write' }, pull.number);
  await labels({ issues: 'write' }, pull.number);
  const on = { ...shop, issue_number: issue.number };
  const pulls = jobClient(github, { pull_requests: 'write' });
  await assert.rejects(pulls.issues.removeLabel({ ...on, name: 'old' }), refused);
  await assert.rejects(pulls.issues.setLabels({ ...on, labels: ['old'] }), refused);
  await assert.rejects(pulls.issues.removeAllLabels(on), refused);
  assert.deepEqual(
    issue.labels.map(({ name }) => name),
    ['old', 'new'],
  );
});

test('from people who may only read, labels are dropped without a word', async () => {
  const mallory = clientOf(github, 'mallory-token');
  const { data } = await mallory.issues.create({ ...shop, title: 'Mine', labels: ['oi'] });
  const on = { ...shop, issue_number: data.number };
  assert.deepEqual(data.labels, []);
  assert.deepEqual((await mallory.issues.update({ ...on, labels: ['oi'] })).data.labels, []);
  await assert.rejects(mallory.issues.addLabels({ ...on, labels: ['oi'] }), refusedWith(403, 'Must have'));
  assert.deepEqual(told(await history(data.number)), []);
});

test('issues are found by any label that is asked for, oldest first, page by page; their labels and people told', async () => {
  const open = github.seed.issue(repository, { author: 'bob', title: 'Open', labels: ['sweep'] });
  const closed = github.seed.issue(repository, { author: 'bob', title: 'Closed', labels: ['sweep'] });
  await alice.issues.update({ ...shop, issue_number: closed.number, state: 'closed' });
  github.clock.advance(60);
  const late = github.seed.issue(repository, {
    author: 'bob',
    title: 'Late',
    labels: ['Later', 'sweep'],
    assignees: ['alice'],
  });
  type Found = {
    nodes: { number: number; labels: unknown; assignees: unknown }[];
    pageInfo: { endCursor: string };
  };
  const find = async (first: number, after: string | null, direction = 'ASC') => {
    const answer = await alice.graphql<{ repository: { issues: Found } }>(
      `query ($first: Int!, $after: String, $direction: OrderDirection!) { repository(owner: "octo", name: "shop") {
        issues(labels: ["SWEEP", "later"], states: [OPEN], first: $first, after: $after,
          orderBy: { field: CREATED_AT, direction: $direction }) {
          nodes { number labels(first: 5, orderBy: { field: NAME, direction: DESC }) { nodes { name } }
            assignees(first: 5) { nodes { login } } } pageInfo { endCursor } } } }`,
      { first, after, direction },
    );
    return answer.repository.issues;
  };
  const first = await find(1, null);
  assert.deepEqual(first.nodes, [
    { number: open.number, labels: { nodes: [{ name: 'sweep' }] }, assignees: { nodes: [] } },
  ]);
  assert.deepEqual((await find(5, first.pageInfo.endCursor)).nodes, [
    {
      number: late.number,
      labels: { nodes: [{ name: 'sweep' }, { name: 'Later' }] },
      assignees: { nodes: [{ login: 'alice' }] },
    },
  ]);
  assert.deepEqual(
    (await find(5, null, 'DESC')).nodes.map(({ number }) => number),
    [late.number, open.number],
  );
});

test('a label that is deleted is gone from every issue', async () => {
  const issue = github.seed.issue(repository, { author: 'bob', title: 'Gone', labels: ['brief', 'stays'] });
  await alice.issues.deleteLabel({ ...shop, name: 'brief' });
  assert.deepEqual(
    issue.labels.map(({ name }) => name),
    ['stays'],
  );
  await assert.rejects(alice.issues.getLabel({ ...shop, name: 'brief' }), refusedWith(404, 'Not Found'));
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));

test('what the sim does not know of a timeline or a filter is a violation, not a guess', async () => {
  const ask = (inner: string) => alice.graphql(`{ repository(owner: "octo", name: "shop") { ${inner} } }`);
  for (const [inner, what] of [
    ['issue(number: 1) { timelineItems(first: 5) { nodes { __typename } } }', 'timelineItems of every type'],
    [
      'issue(number: 1) { timelineItems(first: 5, itemTypes: [LABELED_EVENT, CLOSED_EVENT]) { nodes { __typename } } }',
      'timelineItems of CLOSED_EVENT',
    ],
    [
      'issue(number: 1) { timelineItems(first: 5, itemTypes: [LABELED_EVENT]) { totalCount } }',
      'IssueTimelineItemsConnection.totalCount',
    ],
    ['issues(first: 5, filterBy: { labels: ["oi"] }) { nodes { number } }', 'issues with filterBy'],
  ] as const) {
    await assert.rejects(ask(inner), new RegExp(what));
    assert.equal(github.violations.pop(), `GraphQL: ${what} is not built`);
  }
});
