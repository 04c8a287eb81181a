import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Fault, noSuchModel, refusal, tooMany, wrongKey } from '../../sim/model/faults.ts';
import type { ActionResult } from '../../sim/runner/index.ts';
import { type Entry, standing } from '../../src/core/session.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const due: (Fault | null)[] = [];
const files = {
  'a.txt': 'one\n',
  '.github/oi.yml': 'fallback: [sim/second, sim/third]\n',
};
const scene = await openScene({ files, model: { faults: due, usage: 'running' } });
const { model } = scene;

/** One job, whose requests meet these faults; and which models it asked. */
async function job(...faults: readonly (Fault | null)[]) {
  const before = model.requests.length;
  const told = model.told.input + model.told.output;
  due.length = 0;
  due.push(...model.requests.map(() => null), ...faults);
  scene.play(commands(['echo two > a.txt', 'cat a.txt']));
  const subject = scene.issue();
  const result = await scene.comment(subject, '/oi fix');
  const asked = model.requests.slice(before).map(({ body }) => String(body['model']));
  const tokens = (model.told.input + model.told.output - told).toLocaleString('en-US');
  assert.ok(answerOn(subject).includes(`${tokens} tokens`), `${tokens} in\n${answerOn(subject)}`);
  return { subject, result, asked };
}

const logOf = ({ outputs }: ActionResult): Entry[] =>
  readFileSync(join(outputs['session-path'] ?? '', 'log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const forDays = tooMany('259200');

test('where a limit outlasts the run the next model takes over in the same round, and everyone is told', async () => {
  const { subject, result, asked } = await job(null, forDays, null, null);
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.deepEqual(asked, ['sim/model', 'sim/model', 'sim/second', 'sim/second']);
  const words = /sim\/second took over\. It goes on for sim\/model, which ended with model\.limited\./;
  assert.match(answerOn(subject), words);
  assert.match(scene.pulls().at(-1)?.body ?? '', words);
  assert.match(
    result.summary,
    /sim\/second with the native harness over chat\. It goes on for sim\/model, which/,
  );
  const log = standing(logOf(result));
  assert.deepEqual(
    log.flatMap((entry) => (entry.type === 'harness.chosen' ? [entry.model] : [])),
    ['sim/model', 'sim/second'],
  );
  assert.deepEqual([...new Set(log.map(({ round }) => round))], [0, 1]);
  assert.equal(log.filter(({ type }) => type === 'problem.met').length, 0);
});

test('the conversation goes on: the next model is asked what the one before was asked', async () => {
  await job(null, forDays, null, null);
  const [failed, next] = model.requests.slice(-3, -1).map(({ body }) => body['messages']);
  assert.deepEqual(next, failed);
});

test('a model that the provider has no more is followed by the next, and that one by the last', async () => {
  const { subject, result, asked } = await job(noSuchModel('sim/model'), null, forDays, null, null);
  assert.equal(endOf(result), 'changed, success');
  assert.deepEqual(asked, ['sim/model', 'sim/second', 'sim/second', 'sim/third', 'sim/third']);
  assert.match(answerOn(subject), /sim\/second took over\..*sim\/third took over\./s);
});

test('where the last one fails too the job fails with its error, and the work is kept as a patch', async () => {
  const { subject, result, asked } = await job(null, forDays, forDays, forDays);
  assert.equal(endOf(result), 'failed, failure');
  assert.equal(asked.at(-1), 'sim/third');
  assert.match(answerOn(subject), /Rate limit reached.*\(`model\.limited`\)/);
  assert.match(answerOn(subject), /^\+two$/m);
});

for (const [title, fault] of Object.entries({ 'a refused key': wrongKey(), 'a refusal': refusal('No.') })) {
  test(`${title} is not got around: no other model is asked`, async () => {
    const { result, asked } = await job(fault);
    assert.equal(endOf(result), 'failed, failure');
    assert.deepEqual(asked, ['sim/model']);
  });
}
