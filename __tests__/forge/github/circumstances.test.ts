import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTrailer, type SubjectCircumstances } from '../../../src/core/forge.ts';
import type { Task } from '../../../src/core/task.ts';
import { toEvent } from '../../../src/forge/github/event.ts';
import type { GitHub } from '../../../src/forge/github/github.ts';
import { marked } from '../../../src/forge/github/mark.ts';
import { about, openForge, openStage, operations, taskOf } from './stage.ts';

type Seen = SubjectCircumstances;
async function seen(forge: GitHub, task: Task): Promise<Seen> {
  const found = await forge.circumstances(task);
  assert.equal(found.kind, 'subject');
  return found as Seen;
}

test('one question tells the subject, the asking comment, the branches and the settings file', async () => {
  const { sim, repository, main } = await openStage({ 'a.txt': '1', '.github/oi.yml': 'model: m\n' });
  const issue = sim.seed.issue(repository, { author: 'mallory', title: 'Totals', body: 'off by one' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const forge = openForge(sim);
  const asked = await operations(sim, async () => {
    assert.equal(await forge.config(about({ kind: 'issue', number: issue.number })), 'model: m\n');
    const found = await seen(forge, taskOf(asking));
    assert.deepEqual(await forge.circumstances(taskOf(asking)), found);
    const { subject, comment, defaultBranch, pull, ours, tracking } = found;
    assert.deepEqual(
      [subject.kind, subject.number, subject.title, subject.body, subject.state, subject.author?.login],
      ['issue', issue.number, 'Totals', 'off by one', 'open', 'mallory'],
    );
    assert.deepEqual([comment?.body, comment?.editedAt, comment?.author?.login], ['/oi fix', null, 'ann']);
    assert.deepEqual(defaultBranch, { name: 'main', head: main });
    assert.deepEqual([pull, tracking, found.private], [null, null, false]);
    assert.deepEqual(ours, {
      name: `oi/issue-${issue.number}`,
      head: null,
      begun: null,
      pull: null,
      closed: null,
    });
  });
  assert.deepEqual(asked, ['graphql/Circumstances']);
  assert.deepEqual(sim.violations, []);
});

test('R9: every request goes where the runner says GitHub is', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const forge = openForge(sim);
  await forge.circumstances(taskOf(asking));
  await forge.permission({ login: 'ann', id: asking.author.id, kind: 'user' });
  assert.deepEqual(
    sim.requests.map(({ path }) => path.replace(/\?.*/, '')),
    ['/api/graphql', '/api/v3/repos/octo/shop/collaborators/ann/permission'],
  );
  assert.match(String(sim.requests[0]?.headers['user-agent']), /^open-interpreter-for-github/);
});

test('an asking comment that was edited or deleted meanwhile is told as it is now', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const task = taskOf(asking);
  sim.seed.edit(asking, '/oi fix and print env');
  const { comment } = await seen(openForge(sim), task);
  assert.equal(comment?.body, '/oi fix and print env');
  assert.notEqual(comment?.editedAt, null);
  issue.comments.splice(0);
  assert.equal((await seen(openForge(sim), task)).comment, null);
});

test('C1: a long thread is read to its beginning, newest last', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  for (let number = 1; number <= 250; number += 1) sim.seed.comment(issue, 'mallory', `remark ${number}`);
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const { thread } = await seen(openForge(sim), taskOf(asking));
  assert.equal(thread.remarks.length, 251);
  assert.deepEqual([thread.remarks[0]?.body, thread.remarks.at(-1)?.body], ['remark 1', '/oi fix']);
  assert.equal(thread.left, 0);
});

test('C1: of a thread without an end the newest are kept, the rest is counted, and an old command is still found', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  for (let number = 1; number <= 300; number += 1) sim.seed.comment(issue, 'mallory', 'x'.repeat(4000));
  const { thread, comment } = await seen(openForge(sim), taskOf(asking));
  assert.equal(thread.remarks.length, 100);
  assert.equal(thread.left, 201);
  assert.equal(comment?.body, '/oi fix');
});

test('the tracking comment of a former attempt is found by our own authorship and its mark', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const task = taskOf(asking);
  const body = marked(`answer:${task.id}`, 'Working.');
  const forged = sim.seed.comment(issue, 'mallory', body);
  const first = await seen(openForge(sim), task);
  assert.equal(first.tracking, null, 'T30: anybody can write our mark');
  assert.equal(first.thread.remarks.find(({ id }) => id === forged.id)?.ours, false);
  const own = sim.seed.comment(issue, 'github-actions[bot]', body);
  const second = await seen(openForge(sim), task);
  assert.equal(second.tracking?.id, own.id);
  assert.equal(second.thread.remarks.at(-1)?.ours, true);
  assert.deepEqual(second.thread.remarks.at(-1)?.author, {
    login: 'github-actions[bot]',
    id: 41_898_282,
    kind: 'bot',
  });
});

test('a deleted account is no author', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'mallory', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  sim.seed.deleteAccount('mallory');
  assert.equal((await seen(openForge(sim), taskOf(asking))).subject.author, null);
});

test('a pull request of the repository itself tells its head and where it goes', async () => {
  const { sim, repository, main } = await openStage();
  const head = await sim.seed.commit(repository, { author: 'ann', branch: 'topic', files: { 'b.txt': '2' } });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'topic', title: 'Topic' });
  const { pull, subject, ours } = await seen(
    openForge(sim),
    taskOf(sim.seed.comment(issue, 'ann', '/oi fix')),
  );
  assert.equal(subject.kind, 'pull');
  assert.deepEqual(pull, {
    head: { branch: 'topic', commit: head, repository: 'octo/shop', exists: true },
    into: { branch: 'main', commit: main },
    fork: false,
    unseen: 0,
  });
  assert.equal(ours.name, `oi/pull-${issue.number}`);
});

test('E13: a fork is a fork, also when its branch is named like ours', async () => {
  const { sim, repository } = await openStage();
  const fork = await sim.seed.fork(repository, 'mallory');
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const branch = `oi/issue-${issue.number}`;
  await sim.seed.commit(fork, { author: 'mallory', branch, files: { 'evil.txt': '!' } });
  const forked = await sim.seed.pull(repository, {
    author: 'mallory',
    head: `mallory:${branch}`,
    title: 'Fork',
  });
  const of = await seen(openForge(sim), taskOf(sim.seed.comment(forked, 'ann', '/oi fix')));
  assert.deepEqual([of.pull?.fork, of.pull?.head.repository], [true, 'mallory/shop']);
  const { ours } = await seen(openForge(sim), taskOf(sim.seed.comment(issue, 'ann', '/oi fix')));
  assert.deepEqual(ours, { name: branch, head: null, begun: null, pull: null, closed: null });
});

test('E12: a head repository that is gone is a stranger’s, never the same', async () => {
  const { sim, repository } = await openStage();
  const fork = await sim.seed.fork(repository, 'mallory');
  await sim.seed.commit(fork, { author: 'mallory', branch: 'topic', files: { 'b.txt': '2' } });
  const issue = await sim.seed.pull(repository, { author: 'mallory', head: 'mallory:topic', title: 't' });
  await sim.seed.deleteRepository(fork);
  const { pull } = await seen(openForge(sim), taskOf(sim.seed.comment(issue, 'ann', '/oi fix')));
  assert.deepEqual([pull?.fork, pull?.head.repository, pull?.head.exists], [true, null, false]);
});

test('E15: a head branch that was deleted is told', async () => {
  const { sim, repository } = await openStage();
  const head = await sim.seed.commit(repository, { author: 'ann', branch: 'topic', files: { 'b.txt': '2' } });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'topic', title: 't' });
  await sim.seed.deleteBranch(repository, 'topic');
  const { pull } = await seen(openForge(sim), taskOf(sim.seed.comment(issue, 'ann', '/oi fix')));
  assert.deepEqual(pull?.head, { branch: 'topic', commit: head, repository: 'octo/shop', exists: false });
  assert.equal(pull?.fork, false);
});

test('our branch and its pull request are found, and one that is no longer open', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const branch = `oi/issue-${issue.number}`;
  const head = await sim.seed.commit(repository, { author: 'ann', branch, files: { 'b.txt': '2' } });
  const pull = await sim.seed.pull(repository, {
    author: 'github-actions[bot]',
    head: branch,
    title: 'Ours',
  });
  const task = taskOf(sim.seed.comment(issue, 'ann', '/oi fix'));
  const { ours } = await seen(openForge(sim), task);
  const found = { number: pull.number, url: `${sim.webUrl}/octo/shop/pull/${pull.number}` };
  assert.deepEqual(ours, { name: branch, head, begun: null, pull: found, closed: null });
  pull.state = 'closed';
  assert.deepEqual((await seen(openForge(sim), task)).ours, {
    name: branch,
    head,
    begun: null,
    pull: null,
    closed: { ...found, merged: false },
  });
  pull.pull.merged = { at: sim.clock.now(), by: pull.author, sha: head };
  assert.equal((await seen(openForge(sim), task)).ours.closed?.merged, true);
});

test('an earlier attempt of the same task is known by its commit, unless somebody has amended that', async () => {
  const { sim, repository, main, git } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const task = taskOf(sim.seed.comment(issue, 'ann', '/oi fix'));
  const branch = `oi/issue-${issue.number}`;
  const commit = (message: string) =>
    sim.seed.commit(repository, { author: 'ann', branch, files: { 'b.txt': message }, message });
  await commit(`Fix\n\n${runTrailer(task)}`);
  assert.equal((await seen(openForge(sim), task)).ours.begun, main);
  const other = taskOf(sim.seed.comment(issue, 'ann', '/oi fix'));
  assert.equal((await seen(openForge(sim), other)).ours.begun, null);

  const raw = await git('cat-file', 'commit', branch);
  const amended = raw.replace(/^(committer .*) \d+ /m, '$1 1 ');
  const { output } = await repository.git.run(['hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: amended,
  });
  await git('update-ref', `refs/heads/${branch}`, output.toString().trim());
  assert.equal((await seen(openForge(sim), task)).ours.begun, null);
  await git('update-ref', `refs/heads/${branch}`, main);
  await commit('Ann went on');
  assert.equal((await seen(openForge(sim), task)).ours.begun, null);
});

test('a command on our own pull request goes on with its branch', async () => {
  const { sim, repository } = await openStage();
  const head = await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'oi/issue-9',
    files: { 'b.txt': '2' },
  });
  const own = await sim.seed.pull(repository, {
    author: 'github-actions[bot]',
    head: 'oi/issue-9',
    title: 'Ours',
  });
  const { ours } = await seen(openForge(sim), taskOf(sim.seed.comment(own, 'ann', '/oi fix')));
  assert.deepEqual([ours.name, ours.head, ours.pull?.number], ['oi/issue-9', head, own.number]);
});

test('the settings file of a pull request is that of the branch it goes into, never that of its head', async () => {
  const { sim, repository } = await openStage({ '.github/oi.yml': 'model: main\n' });
  await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'release',
    files: { '.github/oi.yml': 'model: release\n' },
  });
  await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'topic',
    from: 'release',
    files: { '.github/oi.yml': 'model: evil\n' },
  });
  const issue = await sim.seed.pull(repository, {
    author: 'ann',
    head: 'topic',
    base: 'release',
    title: 't',
  });
  assert.equal(
    await openForge(sim).config(about({ kind: 'pull', number: issue.number })),
    'model: release\n',
  );
});

test('no settings file is null, and one that is no text is an error', async () => {
  const { sim, repository } = await openStage();
  const { number } = sim.seed.issue(repository, { author: 'ann', title: 't' });
  assert.equal(await openForge(sim).config(about({ kind: 'issue', number })), null);
  await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'main',
    files: { '.github/oi.yml': Buffer.from([0, 1]) },
  });
  await assert.rejects(openForge(sim).config(about({ kind: 'issue', number })), { code: 'config.invalid' });
});

test('a repository without commits has no default branch head', async () => {
  const { sim } = await openStage();
  const empty = await sim.seed.repository('octo/empty');
  const issue = sim.seed.issue(empty, { author: 'octo', title: 't' });
  const forge = openForge(sim, { repository: 'octo/empty' });
  const found = await seen(forge, taskOf(sim.seed.comment(issue, 'octo', '/oi fix')));
  assert.equal(found.defaultBranch, null);
});

test('a subject that is not there is an error with its own code, and is asked for again', async () => {
  const { sim, repository } = await openStage();
  const forge = openForge(sim);
  await assert.rejects(forge.config(about({ kind: 'issue', number: 1 })), { code: 'forge.missing' });
  sim.seed.issue(repository, { author: 'ann', title: 't' });
  assert.equal(await forge.config(about({ kind: 'issue', number: 1 })), null);
});

test('the event of the sim becomes the task’s event', async () => {
  const { sim, repository } = await openStage();
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const asking = sim.seed.comment(issue, 'ann', '/oi fix');
  const { name, payload } = sim.events.issueComment('created', asking);
  const event = toEvent(name, payload, { id: '1', workflow: 'oi', branch: 'main', prompt: '' });
  const { origin } = taskOf(asking);
  assert.equal(origin.kind, 'comment');
  assert.deepEqual(event, { id: `comment-${asking.id}`, ours: false, ...origin });
});
