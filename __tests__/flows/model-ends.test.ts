import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import * as faults from '../../sim/model/faults.ts';
import type { Fault, Script, Turn } from '../../sim/model/index.ts';
import type { ActionResult } from '../../sim/runner/index.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const due: (Fault | null)[] = [];
const scene = await openScene({
  model: { faults: due, usage: 'running', price: { input: 0.000_003, output: 0.000_015 } },
});
const { model } = scene;

type Ended = { subject: Issue; result: ActionResult; requests: number };

/** One job, whose cost has to be what the model told meanwhile, wherever it is said. */
async function job(script: Script, fault: Fault | null = null, at = 1): Promise<Ended> {
  const before = { ...model.told, requests: model.requests.length };
  due.length = 0;
  due.push(...Array.from({ length: before.requests + at }, () => null), fault);
  scene.play(script);
  const subject = scene.issue();
  const result = await scene.comment(subject, '/oi fix');
  const tokens = model.told.input + model.told.output - before.input - before.output;
  const cost = `${tokens.toLocaleString('en-US')} tokens, $${(model.told.usd - before.usd).toFixed(4)}`;
  assert.ok(answerOn(subject).includes(cost), `${cost} in\n${answerOn(subject)}`);
  assert.ok(result.summary.includes(cost), `${cost} in\n${result.summary}`);
  return { subject, result, requests: model.requests.length - before.requests };
}

const work = commands(['echo two > a.txt', 'cat a.txt']);

/** The first command has run by then, so each leaves its change as a patch. */
const failures: readonly { title: string; fault: Fault; code: string; words: RegExp }[] = [
  {
    title: 'a refusal of the model',
    fault: faults.refusal('I cannot help with that.'),
    code: 'model.refused',
    words:
      /^sim\/model refuses to go on: “I cannot help with that”\. Word the task differently, or use another model\./,
  },
  {
    title: 'a content filter',
    fault: faults.filteredAnswer(),
    code: 'model.filtered',
    words: /^The content filter of \S+ withholds the answer\. Word the task differently/,
  },
  {
    title: 'a full context window',
    fault: faults.overflow(),
    code: 'model.overflow',
    words:
      /^The conversation has become too long for sim\/model: “.*”\. Ask for less at once, or use a model with a/,
  },
];

for (const { title, fault, code, words } of failures) {
  test(`${title} fails the job with ${code}, what to do, the work as a patch and its cost`, async () => {
    const { subject, result, requests } = await job(work, fault);
    assert.deepEqual([endOf(result), requests], ['failed, failure', 2]);
    assert.match(answerOn(subject), words);
    assert.ok(answerOn(subject).includes(`(\`${code}\`)`));
    assert.match(answerOn(subject), /^\+two$/m);
    assert.ok(result.summary.includes(code));
  });
}

test('a model that makes the same call again and again is told, then stopped, with its work as a patch', async () => {
  const same: Turn = { calls: [{ name: 'exec_command', args: { cmd: 'echo two > a.txt' } }] };
  const { subject, result, requests } = await job(() => same);
  assert.deepEqual([endOf(result), requests], ['stopped, failure', 12]);
  assert.match(answerOn(subject), /^The model made the same call 12 times in a row\. /);
  assert.match(answerOn(subject), /^\+two$/m);
  const said = JSON.stringify(model.requests.at(-1)?.body['messages']);
  const told = [...said.matchAll(/made the same call (\d+) times in a row/g)].map(([, count]) =>
    Number(count),
  );
  assert.deepEqual(told, [3, 5, 8]);
});

test('a model that does something else once it was told goes on as ever', async () => {
  const same = Array.from({ length: 4 }, () => 'cat a.txt');
  const { subject, result } = await job(commands([...same, 'echo two > a.txt']));
  assert.equal(endOf(result), 'changed, success');
  assert.match(answerOn(subject), /^Done: I opened/);
});

test('a success that is claimed where nothing was changed is told with the fact that contradicts it', async () => {
  const { subject, result } = await job(
    commands(['cat a.txt'], 'Mended it\n\nI fixed a.txt, and all tests pass.'),
  );
  assert.equal(endOf(result), 'answered, success');
  assert.match(answerOn(subject), /I fixed a\.txt.*\n\nNo file was changed, so nothing was published\./s);
  assert.equal(result.outputs['operation'], 'none');
});

test('a model that never stops ends at the limit of turns', async () => {
  scene.play(({ turn }) => ({ calls: [{ name: 'exec_command', args: { cmd: `echo ${turn} > a.txt` } }] }));
  const subject = scene.issue();
  const result = await scene.comment(subject, '/oi fix', 'ann', { inputs: { 'max-turns': '5' } });
  assert.equal(endOf(result), 'stopped, failure');
  assert.match(answerOn(subject), /^The limit of 5 turns is reached\. Raise the limit/);
});
