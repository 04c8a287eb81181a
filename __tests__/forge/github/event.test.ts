import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEvent as toEventOf } from '../../../src/forge/github/event.ts';
import { marked } from '../../../src/forge/github/mark.ts';

const run = { id: '77', workflow: 'nightly-fix', branch: 'main', prompt: 'Tidy up.' };
const toEvent = (name: string, json: unknown) => toEventOf(name, json, run);

const ann = { login: 'ann', id: 11, type: 'User' };
const payload = (change: { action?: string; issue?: object; comment?: object; sender?: object } = {}) => ({
  action: change.action ?? 'created',
  issue: { number: 5, title: 'Rounding', ...change.issue },
  comment: {
    id: 3_300_000_001,
    body: '/oi fix',
    updated_at: '2026-01-02T03:04:05Z',
    user: ann,
    ...change.comment,
  },
  sender: change.sender ?? ann,
  repository: { id: 7 },
});

test('a new comment on an issue is an event', () => {
  const person = { login: 'ann', id: 11, kind: 'user' };
  assert.deepEqual(toEvent('issue_comment', payload()), {
    kind: 'comment',
    id: 'comment-3300000001',
    subject: { kind: 'issue', number: 5 },
    comment: { id: 3_300_000_001, body: '/oi fix', at: '2026-01-02T03:04:05Z' },
    author: person,
    sender: person,
    ours: false,
  });
});

test('a comment on a pull request is known by issue.pull_request', () => {
  const event = toEvent('issue_comment', payload({ issue: { pull_request: { url: 'https://x' } } }));
  assert.deepEqual(event?.kind === 'comment' && event.subject, { kind: 'pull', number: 5 });
});

test('E5: an edited or deleted comment and other events are no event', () => {
  assert.equal(toEvent('issue_comment', payload({ action: 'edited' })), null);
  assert.equal(toEvent('issue_comment', payload({ action: 'deleted' })), null);
  assert.equal(toEvent('issues', payload({ action: 'opened' })), null);
  assert.equal(toEvent('push', {}), null);
});

test('E6: an app is a bot, by its type and not by its name', () => {
  const event = toEvent(
    'issue_comment',
    payload({ sender: { login: 'some-app[bot]', id: 12, type: 'Bot' } }),
  );
  assert.deepEqual(event?.kind === 'comment' && event.sender, {
    login: 'some-app[bot]',
    id: 12,
    kind: 'bot',
  });
});

test('the author of a comment can be a deleted account, and a body can be missing', () => {
  const event = toEvent('issue_comment', payload({ comment: { user: null, body: null } }));
  assert.deepEqual(event?.kind === 'comment' && [event.author, event.comment.body], [null, '']);
});

test('E8: our own comment is known by its hidden mark, posted under whatever account', () => {
  const event = toEvent(
    'issue_comment',
    payload({ comment: { body: marked('answer:comment-1', '/oi fix') } }),
  );
  assert.equal(event?.kind === 'comment' && event.ours, true);
});

test('a payload that GitHub does not send is an error with its own code', () => {
  for (const broken of [
    { action: 'created' },
    payload({ issue: { number: '5' } }),
    payload({ sender: { login: 'ann' } }),
  ])
    assert.throws(() => toEvent('issue_comment', broken), { code: 'input.invalid' });
});

test('a label put on an issue is an event, told from another time by its moment', () => {
  const put = (updated_at: string) => ({
    action: 'labeled',
    issue: { number: 5, updated_at },
    label: { name: 'oi' },
    sender: ann,
  });
  assert.deepEqual(toEvent('issues', put('2026-01-02T03:04:05Z')), {
    kind: 'label',
    id: 'label-5-1767323045',
    subject: { kind: 'issue', number: 5 },
    label: 'oi',
    at: '2026-01-02T03:04:05Z',
    sender: { login: 'ann', id: 11, kind: 'user' },
  });
  assert.equal(toEvent('issues', put('2026-01-02T03:04:06Z'))?.id, 'label-5-1767323046');
  assert.throws(() => toEvent('issues', { action: 'labeled' }), { code: 'input.invalid' });
});

test('a schedule and a start by hand bring the workflow’s own words, and only the latter has a sender', () => {
  const event = {
    kind: 'workflow',
    id: 'run-77-nightly-fix',
    workflow: 'nightly-fix',
    branch: 'main',
    text: 'Tidy up.',
  };
  assert.deepEqual(toEvent('schedule', { schedule: '0 0 * * *' }), { ...event, sender: null });
  const sender = { login: 'ann', id: 11, kind: 'user' };
  assert.deepEqual(toEvent('workflow_dispatch', { inputs: null, sender: ann }), { ...event, sender });
  assert.throws(() => toEvent('workflow_dispatch', {}), { code: 'input.invalid' });
});
