import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../../src/core/task.ts';
import { openForge, openStage, operations } from './stage.ts';

const { sim, repository } = await openStage({ 'a.txt': '1\n2\n3\n4\n' });
const idOf = (login: string): number => sim.seed.token({ login }).account.id;
const user = (login: string): Person => ({ login, id: idOf(login), kind: 'user' });

test('the permission is what the permission API says', async () => {
  const forge = openForge(sim);
  assert.equal(await forge.permission(user('octo')), 'admin');
  assert.equal(await forge.permission(user('ann')), 'write');
  assert.equal(await forge.permission(user('mallory')), 'read');
});

test('a login that somebody else has taken over is nobody', async () => {
  assert.equal(await openForge(sim).permission({ login: 'ann', id: idOf('mallory'), kind: 'user' }), 'none');
});

test('E6: an app and an unknown login have no permission, and an error is none and told as an error', async () => {
  const forge = openForge(sim);
  assert.equal(await forge.permission({ login: 'some-app[bot]', id: 1, kind: 'bot' }), 'none');
  assert.equal(await forge.permission({ login: '../../user', id: 1, kind: 'user' }), 'none');
  for (const fault of [{ status: 500 }, { status: 403 }, 'html', 'reset'] as const) {
    sim.faults.push({ operation: 'repos/get-collaborator-permission-level', times: 9, fault });
    await assert.rejects(forge.permission(user('ann')), { code: /^forge\.(?:unavailable|forbidden)$/ });
    sim.faults.splice(0);
  }
});

test('review remarks and reviews come oldest first with their places, and the paths with them, in one question', async () => {
  await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'topic',
    files: { 'a.txt': '1\ntwo\n3\n4\n', 'b.txt': '2\n' },
  });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'topic', title: 't' });
  await sim.seed.reviewComment(issue, { author: 'mallory', body: 'why?', path: 'a.txt', line: 2 });
  const whole = await sim.seed.reviewComment(issue, {
    author: 'ann',
    body: 'on the file',
    path: 'b.txt',
    line: null,
  });
  await sim.seed.reviewComment(issue, { author: 'mallory', body: 'so be it', replyTo: whole });
  const asked = await operations(sim, async () => {
    const { remarks, files } = await openForge(sim).review({ kind: 'pull', number: issue.number });
    assert.deepEqual(files, ['a.txt', 'b.txt']);
    assert.deepEqual(
      remarks.map(({ author, body, place, hidden }) => [
        author?.login,
        body,
        place?.path,
        place?.line,
        hidden,
      ]),
      [
        ['mallory', 'why?', 'a.txt', 2, false],
        ['ann', 'on the file', 'b.txt', null, false],
        ['mallory', 'so be it', 'b.txt', null, false],
      ],
    );
    assert.match(remarks[0]?.place?.hunk ?? '', /^@@ .*\n(.*\n)*\+two$/);
  });
  assert.deepEqual(asked, ['graphql/Review']);
});

test('E19: an outdated remark keeps the line and the hunk that it was written on', async () => {
  await sim.seed.commit(repository, { author: 'ann', branch: 'old', files: { 'a.txt': '1\n2\nthree\n4\n' } });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'old', title: 't' });
  await sim.seed.reviewComment(issue, { author: 'mallory', body: 'no', path: 'a.txt', line: 3 });
  await sim.seed.commit(repository, { author: 'ann', branch: 'old', files: { 'a.txt': '1\n2\n3\nfour\n' } });
  const { remarks } = await openForge(sim).review({ kind: 'pull', number: issue.number });
  const { place } = remarks[0] ?? assert.fail();
  assert.deepEqual([place?.line, place?.outdated], [3, true]);
  assert.match(place?.hunk ?? '', /\+three/);
});

test('a resolved conversation counts as hidden', async () => {
  await sim.seed.commit(repository, { author: 'ann', branch: 'done', files: { 'a.txt': 'one\n2\n3\n4\n' } });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'done', title: 't' });
  const remark = await sim.seed.reviewComment(issue, {
    author: 'mallory',
    body: 'x',
    path: 'a.txt',
    line: 1,
  });
  remark.thread.resolvedBy = remark.author;
  const { remarks } = await openForge(sim).review({ kind: 'pull', number: issue.number });
  assert.deepEqual(
    remarks.map(({ hidden }) => hidden),
    [true],
  );
});

test('C1: many threads and many files are read to their ends, page by page', async () => {
  const many = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`many/${at}.txt`, `${at}\n`]));
  await sim.seed.commit(repository, { author: 'ann', branch: 'many', files: many });
  const issue = await sim.seed.pull(repository, { author: 'ann', head: 'many', title: 't' });
  for (let at = 0; at < 60; at += 1)
    await sim.seed.reviewComment(issue, { author: 'ann', body: `${at}`, path: `many/${at}.txt`, line: 1 });
  const asked = await operations(sim, async () => {
    const { remarks, files } = await openForge(sim).review({ kind: 'pull', number: issue.number });
    assert.equal(new Set(files).size, 230);
    assert.equal(new Set(remarks.map(({ body }) => body)).size, 60);
  });
  assert.equal(asked.length, 3);
});
