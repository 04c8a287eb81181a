import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import { tooMany } from '../../sim/model/faults.ts';
import type { Fault } from '../../sim/model/index.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { answerOn, commands, openScene } from '../support/stage.ts';

const faults: (Fault | null)[] = [];
const scene = await openScene({ model: { faults } });
const { model, play, issue, comment } = scene;

/** The first command has changed a file, and the second one runs until somebody ends it. */
const busy = commands(['echo two > a.txt', 'echo begun; sleep 600']);
const killed = { grace: { interruptMilliseconds: 0, terminateMilliseconds: 0 } };

type Ended = { subject: Issue; answer: string; result: ActionResult };

/** Ends a job in the middle of its second command, as its button does or as the step's time limit does. */
async function endedBy(how: 'cancel' | 'stepTimeout', over: Partial<Job> = {}, turns = busy): Promise<Ended> {
  const end = new AbortController();
  const subject = issue();
  play(turns);
  const onLine = (line: string): void => {
    if (line.startsWith('$ echo begun')) end.abort();
  };
  const result = await comment(subject, '/oi fix', 'ann', { [how]: end.signal, onLine, ...over });
  return { subject, result, answer: answerOn(subject) };
}

const patchOf = ({ temp }: ActionResult, { number }: Issue): string =>
  readFileSync(join(temp, 'oi', `issue-${number}`, 'change.patch'), 'utf8');

const cancelledWithPatch =
  /^The run was cancelled\. Ask again to go on\.\n\n<details>[\s\S]*^\+two$[\s\S]*<\/details>/m;

test('what a cancelled run has done is kept as a patch, in the comment, the summary and beside the log', async () => {
  const { answer, result, subject } = await endedBy('cancel');
  assert.match(answer, cancelledWithPatch);
  assert.match(patchOf(result, subject), /^-one\n\+two$/m);
  assert.match(result.summary, /kept as a patch on the runner: `.*\/change\.patch`[\s\S]*^\+two$/m);
  assert.match(result.log, /^The change is kept as a patch: .*\/change\.patch$/m);
});

test('so it is when the runner kills before anything can be said', async () => {
  const { answer, result, subject } = await endedBy('cancel', killed);
  assert.equal(result.phases.main?.signal, 'SIGKILL');
  assert.match(answer, cancelledWithPatch);
  assert.match(patchOf(result, subject), /^-one\n\+two$/m);
  assert.match(result.summary, /^### Stopped\n\nThe run was cancelled\.[\s\S]*change\.patch/);
});

test('a patch that is too long for a comment is in the summary', async () => {
  const long = commands(['seq 9000 > a.txt', 'echo begun; sleep 600']);
  const { answer, result } = await endedBy('cancel', {}, long);
  assert.match(answer, /^The change is too long for a comment: the summary of the job tells where it lies/m);
  assert.match(result.summary, /^\+9000$/m);
});

test('a step that is over its time has timed out, which only the post step can know', async () => {
  // A second is enough to hear SIGINT in; then everything is over.
  const late = { grace: { interruptMilliseconds: 1000, terminateMilliseconds: 0 } };
  for (const over of [{}, late]) {
    const { answer, result } = await endedBy('stepTimeout', over);
    assert.equal(result.conclusion, 'failure');
    const words = /^The run timed out: .* Raise `timeout-minutes` .*\(`run\.timed-out`\)\n\n<details>/;
    assert.match(answer, words);
    assert.match(answer, /^\+two$/m);
  }
});

test('cancelled while it waits to ask the model again, it waits no longer', async () => {
  const cancel = new AbortController();
  const subject = issue();
  play([{ text: 'Too late' }]);
  faults.length = model.requests.length;
  faults.push(tooMany('600'));
  const onLine = (line: string): void => {
    if (/Trying again in 600 s/.test(line)) cancel.abort();
  };
  const result = await comment(subject, '/oi fix', 'ann', { cancel: cancel.signal, onLine });
  assert.deepEqual(result.phases.main?.signals, ['SIGINT']);
  assert.match(answerOn(subject), /^The run was cancelled\./);
});
