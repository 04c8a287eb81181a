import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import { down, emptyAnswer, type Fault, tooMany, wrongKey } from '../../sim/model/faults.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { answerOn, commands, endOf, openScene, type Scene } from '../support/stage.ts';

const price = { input: 0.000_003, output: 0.000_015 };

/** A scene, and the faults that its model has from the next request on. */
async function open(usage: 'running' | 'when-asked', priced = true) {
  const faults: (Fault | null)[] = [];
  const scene = await openScene({ model: { faults, usage, price: priced ? price : null } });
  const next = (...due: readonly (Fault | null)[]): void => {
    faults.length = 0;
    faults.push(...scene.model.requests.map(() => null), ...due);
  };
  return { scene, next };
}

type Told = { input: number; output: number; usd: number };
type Ended = { told: Told; served: number; result: ActionResult; subject: Issue; scene: Scene };

const work = commands(['echo two > a.txt', 'cat a.txt']);

/** One job; what its model told it meanwhile, and how many tokens it wrote and read in all. */
async function job(scene: Scene, over: Partial<Job> = {}, by = 'ann'): Promise<Ended> {
  const { model } = scene;
  const before = { told: { ...model.told }, usage: { ...model.usage } };
  const subject = scene.issue();
  const result = await scene.comment(subject, '/oi fix', by, over);
  const told = {
    input: model.told.input - before.told.input,
    output: model.told.output - before.told.output,
    usd: model.told.usd - before.told.usd,
  };
  const served = model.usage.input + model.usage.output - before.usage.input - before.usage.output;
  return { told, served, result, subject, scene };
}

const tokens = ({ input, output }: Told): string => (input + output).toLocaleString('en-US');
const words = (turns: string, told: Told): string =>
  `${turns}, ${tokens(told)} tokens, $${told.usd.toFixed(4)}`;

/** Wherever people or later steps look, it is the sum that the model told. */
function assertSum({ told, result, subject, scene }: Ended, turns: string): void {
  const expected = words(turns, told);
  assert.ok(answerOn(subject).includes(`<br>${expected}</sub>`), `${expected} in\n${answerOn(subject)}`);
  assert.ok(result.summary.includes(`\n${expected}\n`), `${expected} in\n${result.summary}`);
  const { 'input-tokens': input, 'output-tokens': output, 'cost-usd': usd } = result.outputs;
  assert.deepEqual([input, output, usd], [String(told.input), String(told.output), told.usd.toFixed(6)]);
  const number = Number(result.outputs['pull-number']);
  const body = number > 0 ? scene.pulls().find((pull) => pull.number === number)?.body : null;
  if (body !== null) assert.ok(body?.includes(`**Cost**\n\n${expected}`), `${expected} in\n${body}`);
}

const { scene, next } = await open('running');

test('tokens and dollars of a run that went well are the sum that the model told, everywhere', async () => {
  scene.play(work);
  const ended = await job(scene);
  assert.equal(endOf(ended.result), 'changed, success');
  assert.equal(ended.told.input + ended.told.output, ended.served);
  assert.ok(ended.told.usd > 0);
  assertSum(ended, '3 turns');
});

test('so it is where the run ends at a limit', async () => {
  scene.play(work);
  next({ kind: 'cut', after: 3 }, null);
  const ended = await job(scene, { inputs: { 'max-turns': '2' } });
  assert.equal(endOf(ended.result), 'stopped, failure');
  assertSum(ended, '2 turns');
});

test('so it is where the run is cancelled in the middle of a stream', async () => {
  const cancel = new AbortController();
  scene.play(({ turn }) => {
    if (turn === 1) setTimeout(() => cancel.abort(), 500);
    return work[turn] ?? {};
  });
  next(null, { kind: 'idle', after: 4 });
  const ended = await job(scene, { cancel: cancel.signal });
  assert.equal(endOf(ended.result), 'stopped, cancelled');
  assertSum(ended, '1 turn');
});

test('a key that is refused costs nothing, and that is said', async () => {
  scene.play(work);
  next(wrongKey());
  const ended = await job(scene);
  assert.equal(endOf(ended.result), 'failed, failure');
  assert.equal(words('0 turns', ended.told), '0 turns, 0 tokens, $0.0000');
  assertSum(ended, '0 turns');
});

test('who is refused costs nothing', async () => {
  const { result, told } = await job(scene, {}, 'sam');
  assert.equal(endOf(result), 'refused, success');
  assert.deepEqual(told, { input: 0, output: 0, usd: 0 });
  const { 'input-tokens': input, 'output-tokens': output, 'cost-usd': usd } = result.outputs;
  assert.deepEqual([input, output, usd], ['0', '0', '0.000000']);
});

// Most of their time they wait for the next attempt.
suite('each on a scene of its own', { concurrency: true }, () => {
  test('what failed attempts and broken streams used is counted with the rest', async () => {
    const { scene, next } = await open('running');
    scene.play(work);
    const error = { message: 'Internal error', code: 500 };
    next(
      tooMany('0'),
      { kind: 'cut', after: 3 },
      null,
      { kind: 'error', after: 2, error },
      emptyAnswer(),
      null,
      down(503),
      null,
    );
    const ended = await job(scene);
    assert.equal(endOf(ended.result), 'changed, success', ended.result.raw);
    assertSum(ended, '3 turns');
  });

  test('so it is where every stream breaks until the run gives up', async () => {
    const { scene, next } = await open('running');
    scene.play(work);
    next(null, ...Array.from({ length: 9 }, (): Fault => ({ kind: 'cut', after: 2 })));
    const ended = await job(scene);
    assert.equal(endOf(ended.result), 'failed, failure');
    assert.match(answerOn(ended.subject), /\(`model\.cut`\)/);
    assertSum(ended, '1 turn');
  });

  test('a stream that broke off before it told what it used makes the sum the least, and that is said', async () => {
    const { scene, next } = await open('when-asked');
    scene.play(work);
    next({ kind: 'cut', after: 3 }, null);
    const { told, served, result, subject } = await job(scene);
    assert.equal(endOf(result), 'changed, success');
    assert.ok(told.input + told.output < served);
    const expected = `3 turns, at least ${tokens(told)} tokens, at least $${told.usd.toFixed(4)}`;
    for (const text of [answerOn(subject), result.summary, scene.pulls().at(-1)?.body ?? ''])
      assert.ok(text.includes(expected), `${expected} in\n${text}`);
    assert.deepEqual([result.outputs['input-tokens'], result.outputs['cost-usd']], [String(told.input), '']);
  });

  test('a limit in dollars holds also where one broken stream did not tell its price', async () => {
    const { scene, next } = await open('when-asked');
    scene.play(commands(Array.from({ length: 9 }, (_, at) => `echo ${at} > a.txt`)));
    next({ kind: 'cut', after: 3 }, null);
    const { result, told } = await job(scene, { inputs: { 'max-usd': '0.005' } });
    assert.equal(endOf(result), 'stopped, failure');
    assert.ok(told.usd >= 0.005 && scene.model.requests.length < 9);
  });

  test('without a price nobody guesses one', async () => {
    const { scene } = await open('when-asked', false);
    scene.play(work);
    const { told, result, subject } = await job(scene);
    assert.ok(answerOn(subject).includes(`<br>3 turns, ${tokens(told)} tokens, price unknown</sub>`));
    assert.equal(result.outputs['cost-usd'], '');
  });

  test('a limit in dollars that cannot be kept without a price is said once, wherever the cost is', async () => {
    const { scene } = await open('when-asked', false);
    scene.play(work);
    const { result, subject } = await job(scene, { inputs: { 'max-usd': '1' } });
    const sentence = 'The limit of $1 could not be kept: the price of sim/model is unknown.';
    for (const text of [answerOn(subject), result.summary, scene.pulls().at(-1)?.body ?? ''])
      assert.equal(text.split(sentence).length, 2, text);
  });
});
