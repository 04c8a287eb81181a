// cspell:ignore traj
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { only } from '../../src/core/session.ts';
import { begin, harness, play, ran, reply, text } from '../harness/play.ts';

const file = join(
  import.meta.dirname,
  '../../../shared/data/trajectories/mini-swe-agent-test-repo-issue-1.traj.json',
);
const skip = existsSync(file) ? false : 'the recorded conversations (../shared/data) are not here';

test('a recorded conversation of a real model is read without a complaint, to its end', {
  skip,
}, async () => {
  const said = JSON.parse(readFileSync(file, 'utf8')) as { role: string; content: string }[];
  const answers = said.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const at = begin('mini-swe-agent-text');
  const end = play(
    at,
    await harness('mini-swe-agent-text'),
    answers.map((content) => reply(text(content))),
    ({ args }) => {
      const submits = String(args['command']).startsWith('echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && ');
      return ran(submits ? 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\ndiff --git a/x b/x\n' : '');
    },
  );
  assert.deepEqual(only(at.entries, 'model.told'), []);
  const commands = only(at.entries, 'tool.called').map(({ call }) => String(call.args['command']));
  assert.equal(commands.length, answers.length);
  for (const [index, command] of commands.entries())
    assert.ok(answers[index]?.includes(`\n${command}\n`), command);
  assert.equal(end.kind, 'finish');
  assert.match(end.kind === 'finish' ? end.title : '', /^Now let's verify/);
});
