import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { Job } from '../../sim/runner/job.ts';
import { answerOn, answersOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, play, issue, git, run, repository } = scene;
const ann = repository.owner;
const nightly = { workflow: '.github/workflows/nightly.yml' };
const branch = 'oi/workflow-nightly-tidy';
const prompt = 'Tidy up `a.txt`, then say what you did.';
const job = (over: Partial<Job> = {}): Partial<Job> => ({ name: 'tidy', inputs: { prompt }, ...over });
const schedule = (over?: Partial<Job>) => run(github.events.schedule(repository, nightly), job(over));
const start = (sender = ann, over?: Partial<Job>, ref?: string) =>
  run(github.events.workflowDispatch(repository, { sender, ...nightly, ...(ref && { ref }) }), job(over));
const pullsFrom = (name: string) => scene.pulls().filter(({ pull }) => pull.head === name);

test('on a schedule the workflow’s own words become one pull request, and the next night goes on with it', async () => {
  play(commands(['echo two > a.txt'], 'Tidy up'));
  const before = scene.model.requests.length;
  const first = await schedule();
  assert.equal(endOf(first), 'changed, success', first.log);
  assert.match(JSON.stringify(scene.model.requests[before]?.body), /Tidy up `a\.txt`, then say what you did/);
  assert.equal(first.outputs['branch'], branch);
  const [pull] = pullsFrom(branch);
  assert.ok(pull);
  assert.match(pull.body ?? '', /\*\*Asked\*\* through the workflow `nightly-tidy`/);
  assert.match(pull.body ?? '', /Tidy up `a\.txt`/);
  assert.equal(pull.pull.draft, true);
  assert.match(first.summary, /Done: I opened/);

  play(commands(['echo three > c.txt'], 'Tidy up more'));
  const second = await schedule();
  assert.deepEqual([endOf(second), second.outputs['operation']], ['changed, success', 'updated']);
  assert.equal(pullsFrom(branch).length, 1);
  assert.equal(await git('show', `${branch}:a.txt`), 'two');

  play(commands(['cat a.txt'], 'Nothing to do'));
  const third = await schedule();
  assert.equal(endOf(third), 'answered, success');
  assert.match(third.summary, /Nothing to do/);
  pull.state = 'closed';
  const fourth = await schedule();
  assert.equal(endOf(fourth), 'refused, success');
  assert.match(fourth.summary, /closed without a merge, so I take it as declined/);
  await github.seed.deleteBranch(repository, branch);
});

test('two jobs of one file have a branch each', async () => {
  play(commands(['echo two > a.txt'], 'Tidy up'));
  assert.equal((await schedule({ name: 'one' })).outputs['branch'], 'oi/workflow-nightly-one');
  assert.equal((await schedule({ name: 'Two_2' })).outputs['branch'], 'oi/workflow-nightly-two-2');
});

test('started by hand on a branch, the work starts there and goes into it', async () => {
  await github.seed.commit(repository, { author: 'ann', branch: 'release', files: { 'r.txt': 'release\n' } });
  play(commands(['cat r.txt > c.txt'], 'Copy it'));
  const result = await start(ann, { name: 'copy' }, 'refs/heads/release');
  assert.equal(endOf(result), 'changed, success', result.log);
  const [pull] = pullsFrom('oi/workflow-nightly-copy');
  assert.equal(pull?.pull.base, 'release');
  assert.equal(await git('show', 'oi/workflow-nightly-copy:c.txt'), 'release');
  assert.match(pull?.body ?? '', /\*\*Asked\*\* by ann through the workflow/);
});

test('T16: a stolen token of a job and who may not write start nothing', async () => {
  const before = scene.model.requests.length;
  const bot = github.seed.account('helper[bot]');
  assert.equal(endOf(await start(bot)), 'refused, success');
  const result = await start(issue().author);
  assert.equal(endOf(result), 'refused, success');
  assert.match(result.summary, /only from people who can write/);
  assert.equal(scene.model.requests.length, before);
});

const waiting = (over: Parameters<typeof issue>[0] = {}, by = 'ann'): Issue => {
  const subject = issue(over);
  github.seed.label(subject, 'oi', by);
  return subject;
};
const sweep = () => run(github.events.schedule(repository, { workflow: '.github/workflows/sweep.yml' }));

test('a schedule without words takes the oldest labelled issues that wait, each once', async () => {
  const plain = issue();
  const [first, claimed, closed, second] = [waiting(), waiting(), waiting(), waiting()];
  github.seed.label(claimed, 'oi:working', 'ann');
  closed.state = 'closed';
  const order: number[] = [];
  play(({ turn, messages }) => {
    if (turn === 0) order.push(Number(/Please resolve issue #(\d+)/.exec(JSON.stringify(messages))?.[1]));
    return commands(['date +%N > a.txt'], 'Make it new')[turn] ?? { text: '' };
  });
  const result = await sweep();
  assert.equal(endOf(result), 'changed, success', result.log);
  assert.deepEqual(order, [first.number, second.number]);
  for (const done of [first, second]) {
    assert.match(answerOn(done), /^Done: I opened/);
    assert.equal(pullsFrom(`oi/issue-${done.number}`).length, 1);
    assert.deepEqual(
      done.labels.map(({ name }) => name),
      ['oi'],
    );
  }
  for (const left of [plain, claimed, closed]) assert.deepEqual(answersOn(left), []);

  const again = await sweep();
  assert.equal(endOf(again), 'ignored, success');
  assert.deepEqual(order.length, 2);
});

test('T12: a sweep judges who put the label on: an issue that a stranger labelled is refused once and not taken', async () => {
  github.seed.account('una');
  repository.roles.set('una', 'triage');
  const strange = waiting({}, 'una');
  const before = scene.model.requests.length;
  assert.equal(endOf(await sweep()), 'refused, success');
  assert.match(answerOn(strange), /only from people who can write/);
  assert.equal(endOf(await sweep()), 'ignored, success');
  assert.equal(scene.model.requests.length, before);
});

test('a sweep takes no more than five issues, and the next one takes the others', async () => {
  const all = Array.from({ length: 6 }, () => waiting());
  play(commands(['date +%N > a.txt'], 'Make it new'));
  await sweep();
  assert.deepEqual(
    all.map((each) => answersOn(each).length),
    [1, 1, 1, 1, 1, 0],
  );
  await sweep();
  assert.equal(answersOn(all[5] as Issue).length, 1);
});

test('issues that a bot labelled, which get no answer and go on waiting, keep no others waiting', async () => {
  const strange = Array.from({ length: 5 }, () => waiting({}, 'github-actions[bot]'));
  const mine = waiting();
  play(commands(['date +%N > a.txt'], 'Make it new'));
  await sweep();
  assert.match(answerOn(mine), /^Done: I opened/);
  for (const each of strange) {
    assert.deepEqual(answersOn(each), []);
    github.seed.unlabel(each, 'oi', 'ann');
  }
});

test('a sweep that was cancelled says so where it was, and leaves the rest to the next one', async () => {
  const [first, second] = [waiting(), waiting()];
  const cancel = new AbortController();
  play(({ turn }) => {
    if (turn === 0) cancel.abort();
    return commands(['echo four > a.txt'])[turn] ?? { text: '' };
  });
  const event = github.events.schedule(repository, { workflow: '.github/workflows/sweep.yml' });
  const result = await run(event, { cancel: cancel.signal });
  assert.equal(result.outputs['outcome'], 'stopped', result.log);
  assert.match(answerOn(first), /cancelled/);
  assert.deepEqual(
    first.labels.map(({ name }) => name),
    ['oi'],
  );
  assert.deepEqual(answersOn(second), []);
});
