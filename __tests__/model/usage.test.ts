import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as faults from '../../sim/model/faults.ts';
import { type FailedAttempt, wireIds } from '../../src/core/model.ts';
import { modelAt, say, sayOver, simFor } from './ask-sim.ts';

const hello = [{ text: 'Hello.' }];
const prompt = say('Say hello.');

test('an answer that is cancelled on its way is paid for all the same, in so far as it is told', async (t) => {
  for (const usage of ['running', 'when-asked'] as const) {
    const cancel = new AbortController();
    const sim = await simFor(t, { script: hello, usage, faults: [{ kind: 'idle', after: 2 }] });
    const { model } = await modelAt(sim.baseUrl);
    const failed: FailedAttempt[] = [];
    const asked = model.ask(prompt, {
      signal: cancel.signal,
      seconds: 60,
      onDelta: () => cancel.abort(new Error('Ctrl-C')),
      onFailedAttempt: (attempt) => failed.push(attempt),
    });
    await assert.rejects(asked, { message: 'Ctrl-C' });
    assert.deepEqual(
      failed.map(({ usage: { input, usd }, waitSeconds }) => ({ input, usd, waitSeconds })),
      [{ input: sim.told.input, usd: null, waitSeconds: null }],
    );
    assert.equal(sim.told.input > 0, usage === 'running');
  }
});

for (const wire of wireIds)
  test(`${wire}: what failed attempts used is told, where the provider told it before it failed`, async (t) => {
    const sim = await simFor(t, { script: hello, faults: [faults.emptyAnswer(), faults.down(500)] });
    const { ask, failed } = await modelAt(sim.baseUrl, { wire });
    const { usage } = await ask(sayOver(wire, 'Say hello.'));
    const [empty, down] = failed;
    assert.ok((empty?.usage.input ?? 0) > 0);
    assert.deepEqual(down?.usage, { input: 0, cached: 0, output: 0, usd: 0 });
    assert.equal(usage.input + (empty?.usage.input ?? 0), sim.usage.input);
    assert.equal(usage.output + (empty?.usage.output ?? 0), sim.usage.output);
  });

test('over messages what went in is told at the beginning, and is known of an answer that was cut off', async (t) => {
  const cut: faults.Fault = { kind: 'cut', after: 3 };
  const sim = await simFor(t, { script: hello, faults: [cut] });
  const { ask, failed } = await modelAt(sim.baseUrl, { wire: 'messages' });
  const { usage } = await ask({ ...prompt, options: { max_tokens: 1000 } });
  const [attempt] = failed;
  assert.equal(attempt?.problem.code, 'model.cut');
  assert.equal(usage.input + (attempt?.usage.input ?? 0), sim.usage.input);
  assert.equal(attempt?.usage.usd, null);
});
