import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const { github, play, issue, comment, pulls } = await openScene();
const refusals = {
  'expired token': { status: 401, body: { message: 'Bad credentials' } },
  'lost permission': { status: 403, body: { message: 'Resource not accessible by integration' } },
};

for (const [what, fault] of Object.entries(refusals)) {
  test(`the last words that an ${what} kept back are said by the job at once, and by the post step in the comment`, async () => {
    play(commands(['echo two > a.txt']));
    const subject = issue();
    github.faults.push({ operation: 'issues/update-comment', fault });
    const result = await comment(subject, '/oi fix');
    assert.equal(endOf(result), 'failed, failure');
    const said = /How the task ended could not be said on the forge: .* What was done is in \[#\d+\]/;
    assert.match(result.raw, said);
    assert.match(result.summary, said);
    assert.equal(result.outputs['pull-number'], String(pulls().at(-1)?.number));
    assert.match(answerOn(subject), /^Done: I opened \[#\d+\]/);
    assert.match(result.summary, /### Changed\n\nDone: I opened/);
  });
}

test('where the post step may not write either, the job has failed and its log and summary say all of it', async () => {
  play(commands(['echo two > a.txt']));
  const subject = issue();
  const fault = refusals['expired token'];
  github.faults.push({ operation: 'issues/update-comment', times: 9, fault });
  const result = await comment(subject, '/oi fix');
  github.faults.length = 0;
  assert.equal(endOf(result), 'failed, failure');
  assert.match(answerOn(subject), /^On it\./);
  const said = /GitHub refused the token\..* What was done is in \[#\d+\]/g;
  assert.ok((result.raw.match(said) ?? []).length >= 2, result.raw);
  assert.equal((result.summary.match(said) ?? []).length, 1, result.summary);
});
