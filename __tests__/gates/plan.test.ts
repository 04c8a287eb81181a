import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plan } from '../../src/gates/plan.ts';
import { about, asked, commit, pull } from './around.ts';

test('a plain issue starts from the default branch and goes to a new branch of ours', () => {
  const task = asked();
  assert.deepEqual(plan(task, about()), {
    task,
    session: 'issue-12',
    base: commit('d'),
    trunk: commit('d'),
    destination: { kind: 'pull', branch: 'oi/issue-12', head: null, into: 'main', pull: null },
    taint: 'untrusted',
  });
});

test('a second command on an issue goes on from our branch, with the same pull request', () => {
  const ours = {
    name: 'oi/issue-12',
    head: commit('c'),
    begun: null,
    pull: { number: 13, url: 'u' },
    closed: null,
  };
  const { base, trunk, destination } = plan(asked(), about('issue', { ours }));
  assert.deepEqual([base, trunk], [commit('c'), commit('d')]);
  assert.deepEqual(destination, {
    kind: 'pull',
    branch: 'oi/issue-12',
    head: commit('c'),
    into: 'main',
    pull: 13,
  });
});

test('a job that runs again begins where it did the first time, on top of what came of that', () => {
  const ours = { name: 'oi/issue-12', head: commit('c'), begun: commit('b'), pull: null, closed: null };
  const { base, destination } = plan(asked(), about('issue', { ours }));
  assert.equal(base, commit('b'));
  assert.ok(destination.kind === 'pull' && destination.head === commit('c'));
});

test('a pull request of the same repository gets a branch stacked on its own', () => {
  const { session, base, trunk, destination } = plan(asked('pull'), about('pull'));
  assert.deepEqual([session, base, trunk], ['pull-12', commit('a'), commit('d')]);
  assert.deepEqual(destination, {
    kind: 'pull',
    branch: 'oi/pull-12',
    head: null,
    into: 'topic',
    pull: null,
  });
});

test('a stacked branch that exists is gone on with', () => {
  const ours = { name: 'oi/pull-12', head: commit('c'), begun: null, pull: null, closed: null };
  const { base, destination } = plan(asked('pull'), about('pull', { ours }));
  assert.equal(base, commit('c'));
  assert.deepEqual(destination, {
    kind: 'pull',
    branch: 'oi/pull-12',
    head: commit('c'),
    into: 'topic',
    pull: null,
  });
});

test('on our own pull request its own branch is gone on with, not stacked on', () => {
  const state = about('pull', { pull: pull({ branch: 'oi/issue-4' }) });
  assert.deepEqual(plan(asked('pull'), state).destination, {
    kind: 'pull',
    branch: 'oi/issue-4',
    head: commit('a'),
    into: 'main',
    pull: 12,
  });
});

test('T48: a branch that only looks like ours is a person’s', () => {
  for (const branch of [
    'oi/issue-4x',
    'oi/issue-',
    'x/oi/issue-4',
    'oi/issue-4/x',
    'OI/issue-4',
    'oi/issue-4\n',
  ]) {
    const { destination } = plan(asked('pull'), about('pull', { pull: pull({ branch }) }));
    assert.deepEqual(destination.kind === 'pull' && destination.into, branch);
  }
});

test('E13: a fork gets a patch for people, from the commit that was named', () => {
  for (const head of [pull({}, true), pull({ repository: null }), pull({ branch: 'oi/issue-4' }, true)]) {
    const { base, trunk, destination } = plan(
      asked('pull', { commit: commit('a') }),
      about('pull', { pull: head }),
    );
    assert.deepEqual([base, trunk, destination], [commit('a'), commit('d'), { kind: 'patch' }]);
  }
});
