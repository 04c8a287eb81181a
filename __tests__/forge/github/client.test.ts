import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inspect } from 'node:util';
import { commonFaults, type Fault } from '../../../sim/github/server/faults.ts';
import type { Effect } from '../../../src/core/forge.ts';
import { memoryBlobs } from '../../support/blobs.ts';
import { about, openForge, openStage, operations, permissions } from './stage.ts';

const { sim, repository } = await openStage();
const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
const subject = { kind: 'issue', number: issue.number } as const;
const comment: Effect = { kind: 'comment', key: 'k', subject, body: 'b' };
const ask = (forge = openForge(sim)): Promise<unknown> => forge.config(about(subject));
const say = (forge = openForge(sim)): Promise<unknown> => forge.apply(comment, memoryBlobs());
const break_ = (operation: string, fault: Fault, times = 1) => sim.faults.push({ operation, fault, times });
const circumstances = 'graphql/Circumstances';

afterEach(() => {
  sim.faults.splice(0);
});

test('a question whose answer was lost, cut off or replaced by a proxy is asked again', async () => {
  for (const fault of ['reset', 'cut', 'html', { status: 502 }] as const) {
    break_(circumstances, fault, 2);
    const asked = await operations(sim, () => ask());
    assert.deepEqual(asked, [circumstances, circumstances, circumstances], inspect(fault));
  }
});

test('a refusal that was cut off says nothing yet, and is asked for again', async () => {
  const torso: Fault = {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Sec',
  };
  break_(circumstances, torso, 2);
  assert.deepEqual(await operations(sim, () => ask()), [circumstances, circumstances, circumstances]);
});

test('a GitHub that stays away is unavailable, and says so in one sentence', async () => {
  for (const fault of ['reset', 'cut', 'html', { status: 503 }] as const) {
    break_(circumstances, fault, 9);
    await assert.rejects(ask(), { code: 'forge.unavailable', happened: /\.$/, advice: /Run the job again/ });
    sim.faults.splice(0);
  }
});

test('a wrong token has its own code', async () => {
  await assert.rejects(ask(openForge(sim, { token: 'ghs_wrong' })), {
    code: 'forge.token-refused',
    advice: /`github-token`/,
  });
});

test('a token without a permission is told which one GitHub asks for', async () => {
  const forge = openForge(sim, { permissions: { ...permissions, issues: 'read' } });
  await assert.rejects(say(forge), {
    code: 'forge.forbidden',
    happened: /^The token may not write a comment: Resource not accessible by integration\.$/,
    advice: /`issues: write/,
  });
});

test('R4: a short secondary limit is waited for, as long as GitHub asks', async () => {
  break_('issues/create-comment', commonFaults.secondaryRateLimit(2));
  await say();
  assert.equal(issue.comments.length, 1);
});

test('R4: a limit that lasts longer than a run can wait ends it, with the time when it is over', async () => {
  break_('issues/update-comment', commonFaults.secondaryRateLimit(3600), 9);
  await assert.rejects(say(), { code: 'forge.limited', advice: /in a few minutes/ });
  break_(circumstances, commonFaults.rateLimit(Date.UTC(2100, 0, 31, 12, 30) / 1000), 9);
  await assert.rejects(ask(), { code: 'forge.limited', advice: /after 2100-01-31 12:30 UTC/ });
});

test('a limit or a refusal inside a GraphQL answer is one, too', async () => {
  const refuse = (type: string): Fault => ({
    status: 200,
    body: { data: null, errors: [{ type, message: `${type} it is` }] },
  });
  for (const [type, code] of [
    ['RATE_LIMITED', 'forge.limited'],
    ['FORBIDDEN', 'forge.forbidden'],
    ['NOT_FOUND', 'forge.missing'],
    ['OTHER', 'forge.rejected'],
  ] as const) {
    break_(circumstances, refuse(type), 9);
    await assert.rejects(ask(), { code });
    sim.faults.splice(0);
  }
});

test('an answer of another shape is no answer', async () => {
  break_(circumstances, { status: 200, body: { data: { repository: { isPrivate: 'yes' } } } });
  await assert.rejects(ask(), { code: 'forge.unavailable', happened: /something else/ });
});

test('the token is in no error, whichever way it is printed', async () => {
  const { value } = sim.seed.actionsToken('octo/shop', {});
  const forge = openForge(sim, { token: value });
  for (const fail of [() => say(forge), () => ask(openForge(sim, { token: `${value}x` }))]) {
    const error: unknown = await fail().then(
      () => assert.fail(),
      (reason: unknown) => reason,
    );
    assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), new RegExp(value));
  }
});
