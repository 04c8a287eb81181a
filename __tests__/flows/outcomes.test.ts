import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Turn } from '../../sim/model/index.ts';
import type { ActionResult } from '../../sim/runner/index.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, play, issue, comment, git } = scene;
const names = [
  'branch',
  'commit',
  'cost-usd',
  'input-tokens',
  'operation',
  'outcome',
  'output-tokens',
  'pull-number',
  'pull-url',
  'session-path',
  'transcript-path',
];

/** The outputs that tell what stands on GitHub; the others are there all the same. */
function published({ outputs }: ActionResult): object {
  assert.deepEqual(Object.keys(outputs).toSorted(), names);
  const { operation, branch, commit, 'pull-number': number, 'pull-url': url } = outputs;
  return { operation, branch, commit, number, url };
}
const nothing = { operation: 'none', branch: '', commit: '', number: '', url: '' };

/** The log of the session, which later steps can keep. */
const logOf = ({ outputs }: ActionResult): { type: string }[] =>
  readFileSync(join(outputs['session-path'] ?? '', 'log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('ignored: green, without a summary and without a session', async () => {
  const result = await comment(issue(), 'Thanks!\n```\n/oi fix\n```');
  assert.equal(endOf(result), 'ignored, success');
  assert.deepEqual(published(result), nothing);
  assert.deepEqual([result.summary, result.outputs['session-path']], ['', '']);
});

test('refused: green, with the reason in the summary, and without a session', async () => {
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'sam');
  assert.equal(endOf(result), 'refused, success');
  assert.deepEqual(published(result), nothing);
  assert.equal(result.outputs['session-path'], '');
  assert.equal(result.summary.trim(), `### Refused\n\n${answerOn(subject)}`);
});

test('answered: green, with the words, the model and the cost in the summary', async () => {
  const subject = issue();
  play([{ text: 'It is right as it is.' }]);
  const result = await comment(subject, '/oi is it right?');
  assert.equal(endOf(result), 'answered, success');
  assert.deepEqual(published(result), nothing);
  assert.match(
    result.summary,
    /^### Answered\n\nIt is right as it is\.\n\nsim\/model with the native harness over chat\..*\n\n1 turn, [\d,]+ tokens, price unknown\s*$/,
  );
  assert.ok(Number(result.outputs['input-tokens']) > 500);
  assert.ok(Number(result.outputs['output-tokens']) > 1);
  assert.equal(result.outputs['cost-usd'], '');
  assert.equal(logOf(result).at(-1)?.type, 'sitting.closed');
});

test('unchanged: green, nothing on GitHub but the reason and the patch', async () => {
  const subject = issue();
  play(commands(['echo "* text=auto" > .gitattributes']));
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'unchanged, success');
  assert.deepEqual(published(result), nothing);
  assert.match(answerOn(subject), /^\+\* text=auto$/m);
});

test('changed: green, and the outputs name what was made', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt']));
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'changed, success');
  const pull = scene.pulls().at(-1);
  assert.deepEqual(published(result), {
    operation: 'created',
    branch: `oi/issue-${subject.number}`,
    commit: await git('rev-parse', `oi/issue-${subject.number}`),
    number: String(pull?.number),
    url: `${github.webUrl}/ann/shop/pull/${pull?.number}`,
  });
  assert.match(result.summary, /^### Changed\n\nDone: I opened/);
});

test('stopped by a limit: red, with what was changed as a patch and the way on', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt', 'true', 'true']));
  const result = await comment(subject, '/oi fix', 'ann', { inputs: { 'max-turns': '2' } });
  assert.equal(endOf(result), 'stopped, failure');
  assert.equal(result.exitCode, 1);
  assert.deepEqual(published(result), nothing);
  assert.match(
    answerOn(subject),
    /^The limit of 2 turns is reached\. Raise the limit, or ask for a smaller step\.$/m,
  );
  assert.match(answerOn(subject), /^\+two$/m);
  assert.match(result.summary, /^### Stopped\n\nThe limit of 2 turns is reached\./);
});

/** Cancels a job as its button does, at a moment of the test's choosing, and answers how it ended. */
async function cancelled(
  begin: (cancel: () => void) => void,
): Promise<{ result: ActionResult; answer: string }> {
  const subject = issue();
  const stop = new AbortController();
  begin(() => stop.abort());
  const result = await comment(subject, '/oi fix', 'ann', { cancel: stop.signal });
  github.before = null;
  assert.equal(endOf(result), 'stopped, cancelled', result.raw);
  assert.deepEqual(result.phases.main?.signals, ['SIGINT'], 'it ended before the runner had to say more');
  const answer = answerOn(subject);
  assert.match(answer, /^The run was cancelled\. Ask again to go on\.$/m);
  assert.match(result.summary, /^### Stopped\n\nThe run was cancelled\./);
  return { result, answer };
}

test('R8: cancelled while a command runs, the comment gets its last state in the time that the runner gives', async () => {
  const { answer } = await cancelled((cancel) => {
    const turns = commands(['echo two > a.txt', 'sleep 600']);
    play(({ turn }) => {
      // The second answer is on its way; its command ends only with the run.
      if (turn === 1) setTimeout(cancel, 300);
      return turns[turn] ?? { text: '' };
    });
  });
  assert.match(answer, /^\+two$/m);
});

test('R8: cancelled while the model thinks', async () => {
  await cancelled((cancel) =>
    play(() => {
      cancel();
      return new Promise<Turn>((resolve) => setTimeout(() => resolve({ text: 'Too late' }), 20_000).unref());
    }),
  );
});

test('R8: cancelled while the repository is fetched', async () => {
  await cancelled((cancel) => {
    play([{ text: 'Too early' }]);
    github.before = ({ channel, method }) => {
      if (channel !== 'git' || method !== 'POST') return;
      cancel();
      return new Promise((resolve) => setTimeout(resolve, 20_000).unref());
    };
  });
});

test('R8: cancelled before anything was said', async () => {
  await cancelled((cancel) => {
    play([{ text: 'Too early' }]);
    github.before = ({ operation }) => {
      if (operation === 'graphql/Circumstances') cancel();
    };
  });
});

test('R8: cancelled while it publishes, it ends what it began', async () => {
  const subject = issue();
  const stop = new AbortController();
  play(commands(['echo two > a.txt']));
  github.before = ({ operation }) => {
    if (operation === 'git/create-tree') stop.abort();
  };
  const result = await comment(subject, '/oi fix', 'ann', { cancel: stop.signal });
  github.before = null;
  assert.equal(endOf(result), 'changed, cancelled');
  assert.match(answerOn(subject), /^Done: I opened/);
});

test('failed: red, with the code', async () => {
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'ann', { inputs: { harness: 'no-such' } });
  assert.equal(endOf(result), 'failed, failure');
  assert.deepEqual(published(result), nothing);
  assert.match(result.summary, /^### Failed\n\n.*\(`harness\.unknown`\)/);
  assert.ok(existsSync(result.outputs['session-path'] ?? ''));
});
