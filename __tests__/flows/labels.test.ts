import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { Job } from '../../sim/runner/job.ts';
import { answerOn, answersOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, play, issue, git, run, repository } = scene;
const mend = commands(['echo two > a.txt'], 'Make it two');
const labelsOn = (subject: Issue) => subject.labels.map(({ name }) => name);
const pullsOf = ({ number }: Issue) => scene.pulls().filter(({ pull }) => pull.head === `oi/issue-${number}`);
const labelled = (subject: Issue, name = 'oi', by = 'ann') =>
  github.events.issues('labeled', subject, { label: github.seed.label(subject, name, by).label });
/** Somebody puts a label on, and the job runs. */
function label(subject: Issue, by = 'ann', over: Partial<Job> & { label?: string } = {}) {
  const { label: name = 'oi', ...job } = over;
  return run(labelled(subject, name, by), job);
}

test('a labelled issue becomes a pull request, claimed while the work goes on and let go of at the end', async () => {
  const subject = issue();
  const during: string[][] = [];
  play(({ turn }) => {
    during.push(labelsOn(subject));
    return mend[turn] ?? { text: '' };
  });
  const result = await label(subject);
  assert.equal(endOf(result), 'changed, success', result.log);
  assert.ok(during.length > 1 && during.every((names) => names.includes('oi:working')));
  assert.deepEqual(labelsOn(subject), ['oi']);
  const [pull] = pullsOf(subject);
  assert.match(answerOn(subject), new RegExp(`^Done: I opened \\[#${pull?.number}\\]`));
  assert.match(pull?.body ?? '', /\*\*Asked\*\* by ann with the label `oi` on #/);
  assert.match(pull?.body ?? '', new RegExp(`Closes #${subject.number}`));
  assert.match(
    await git('log', '-1', '--format=%b', `oi/issue-${subject.number}`),
    /Requested-by: ann\nRun: label-/,
  );
});

test('the model is asked to do what the issue says, and no word of the label reaches it', async () => {
  const subject = issue();
  play(mend);
  const before = scene.model.requests.length;
  await label(subject);
  const asked = JSON.stringify(scene.model.requests[before]?.body);
  assert.match(asked, new RegExp(`Please resolve issue #${subject.number}`));
  assert.match(asked, /It should be two/);
});

test('a labelled issue costs four calls before the model is asked', async () => {
  const subject = issue();
  const counts: number[] = [];
  const before = github.requests.length;
  play(({ turn }) => {
    counts.push(github.requests.slice(before).filter(({ path }) => path.startsWith('/api')).length);
    return mend[turn] ?? { text: '' };
  });
  await label(subject);
  assert.equal(counts[0], 4);
});

test('T11: who may not write starts nothing by a label, whatever rank lets them label, and is told why', async () => {
  const subject = issue();
  repository.roles.set('tom', 'triage');
  github.seed.account('tom');
  const before = scene.model.requests.length;
  assert.equal(endOf(await label(subject, 'tom')), 'refused, success');
  assert.match(answerOn(subject), /only from people who can write/);
  assert.deepEqual(labelsOn(subject), ['oi']);
  assert.equal(scene.model.requests.length, before);
});

test('T11: a bot’s label starts nothing, and two bots do not talk', async () => {
  const subject = issue();
  assert.equal(endOf(await label(subject, 'github-actions[bot]')), 'refused, success');
  assert.deepEqual(answersOn(subject), []);
});

test('a label of one’s own is what counts', async () => {
  const subject = issue();
  play(mend);
  const inputs = { label: 'please fix' };
  assert.equal(endOf(await label(subject, 'ann', { inputs })), 'ignored, success');
  assert.equal(endOf(await label(subject, 'ann', { label: 'please fix', inputs })), 'changed, success');
});

test('a label that was taken off before the job began starts nothing', async () => {
  const subject = issue();
  const event = labelled(subject);
  github.seed.unlabel(subject, 'oi', 'ann');
  assert.equal(endOf(await run(event)), 'refused, success');
  assert.match(answerOn(subject), /was taken off again/);
});

test('an issue that another run is at work on is left to it', async () => {
  const subject = issue();
  github.seed.label(subject, 'oi:working', 'ann');
  assert.equal(endOf(await label(subject)), 'refused, success');
  assert.match(answerOn(subject), /another run is at work on it/);
  assert.deepEqual(labelsOn(subject).toSorted(), ['oi', 'oi:working']);
});

test('a run that fails lets go of the issue, too', async () => {
  const subject = issue();
  play(mend);
  github.faults.push({
    operation: 'git/create-tree',
    times: 9,
    fault: { status: 422, body: { message: 'No' } },
  });
  assert.equal(endOf(await label(subject)), 'failed, failure');
  github.faults.length = 0;
  assert.deepEqual(labelsOn(subject), ['oi']);
});

test('a run that was cancelled lets go of the issue, and its re-run takes it up again', async () => {
  const subject = issue();
  const cancel = new AbortController();
  play(({ turn }) => {
    if (turn === 0) cancel.abort();
    return mend[turn] ?? { text: '' };
  });
  const event = labelled(subject);
  const cancelled = await run(event, { cancel: cancel.signal, runId: 5 });
  assert.equal(cancelled.outputs['outcome'], 'stopped', cancelled.log);
  assert.deepEqual(labelsOn(subject), ['oi']);
  play(mend);
  assert.equal(endOf(await run(event, { runId: 5, attempt: 2 })), 'changed, success');
  assert.match(answerOn(subject), /^Done: I opened/);
});

test('a re-run of a job whose machine died takes up its own claim', async () => {
  const subject = issue();
  const kill = new AbortController();
  play(({ turn }) => {
    if (turn === 0) kill.abort();
    return mend[turn] ?? { text: '' };
  });
  const event = labelled(subject);
  const grace = { interruptMilliseconds: 0, terminateMilliseconds: 0 };
  await run(event, { cancel: kill.signal, grace, machineDies: true });
  assert.deepEqual(labelsOn(subject), ['oi', 'oi:working']);
  assert.equal(endOf(await run(event, { attempt: 2 })), 'changed, success');
  assert.deepEqual(labelsOn(subject), ['oi']);
  assert.equal(pullsOf(subject).length, 1);
});

test('the same label, put on again after the answer, asks again', async () => {
  const subject = issue();
  play(mend);
  await label(subject);
  github.seed.unlabel(subject, 'oi', 'ann');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  play(commands(['echo two > c.txt'], 'Add another'));
  const second = await label(subject);
  assert.deepEqual([endOf(second), second.outputs['operation']], ['changed, success', 'updated']);
  assert.equal(answersOn(subject).length, 2);
});
