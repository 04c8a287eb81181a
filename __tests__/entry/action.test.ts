import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Job, runAction } from '../../sim/runner/index.ts';

const entry = (name: string) => new URL(`../../src/entry/${name}.ts`, import.meta.url);
const actionYml = new URL('../../action.yml', import.meta.url);

/** The unbundled entries in the place of the bundle, telling which modules they load; and a GitHub that counts calls. */
async function run(t: TestContext, job: Pick<Job, 'eventName' | 'event'> & Partial<Job>) {
  const root = mkdtempSync(join(tmpdir(), 'oi-action-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const dir = join(root, 'action');
  mkdirSync(join(dir, 'dist'), { recursive: true });
  cpSync(actionYml, join(dir, 'action.yml'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  for (const name of ['action', 'post'])
    writeFileSync(
      join(dir, 'dist', `${name}.js`),
      `import { registerHooks } from 'node:module';
       registerHooks({ resolve(name, at, next) { const found = next(name, at); console.log('loads ' + found.url); return found; } });
       await import(${JSON.stringify(entry(name).href)});`,
    );
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const address = server.address();
  const api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const result = await runAction({
    dir,
    root,
    repository: { fullName: 'octo/shop', id: 7, ownerId: 8 },
    urls: { server: api, api: `${api}/api/v3`, graphql: `${api}/api/graphql` },
    token: 'ghs_canary-of-the-job',
    ...job,
  });
  const loaded = [...result.raw.matchAll(/^loads (.*)$/gm)].map(([, url = '']) => basename(url));
  return { ...result, calls, loaded: [...new Set(loaded)].toSorted() };
}

const comment = (body: string, action = 'created') => ({
  eventName: 'issue_comment',
  event: {
    action,
    issue: { number: 1 },
    comment: { id: 2, body },
    sender: { login: 'ann', id: 3, type: 'User' },
  },
});
const core = [
  ...[
    'action.ts',
    'concern.ts',
    'names.ts',
    'post.ts',
    'prefilter.ts',
    'runner-protocol.ts',
    'start-clean.ts',
    'trusted.ts',
  ],
  ...['node:fs', 'node:path'],
].toSorted();

test('a comment that is not for us costs no further import and no call, and is no failure', async (t) => {
  const { conclusion, outputs, calls, loaded, log } = await run(t, comment('Thanks, works for me.'));
  assert.equal(conclusion, 'success', log);
  assert.deepEqual(outputs, { outcome: 'ignored' });
  assert.equal(calls, 0);
  assert.deepEqual(loaded, core);
});

test('E1: a command inside an address or a sentence does not even load the product', async (t) => {
  const { outputs, loaded } = await run(t, comment('see https://example.test/docs/oi/setup and say /oi fix'));
  assert.deepEqual(outputs, { outcome: 'ignored' });
  assert.deepEqual(loaded, core);
});

test('T13, T16, T18: what no workflow should hand on starts nothing, though no condition of the workflow keeps it off', async (t) => {
  const mallory = { login: 'mallory', id: 66, type: 'User' };
  const workflow_run = {
    head_branch: 'main',
    head_repository: { id: 999 },
    pull_requests: [],
    event: 'push',
  };
  for (const job of [
    { eventName: 'workflow_run', event: { action: 'completed', workflow_run, sender: mallory } },
    {
      eventName: 'repository_dispatch',
      event: { action: 'fix', client_payload: { pr: '1; id', prompt: '/oi fix' }, sender: mallory },
    },
    { eventName: 'pull_request_review_comment', event: { action: 'created', comment: { body: '/oi fix' } } },
  ]) {
    const { conclusion, outputs, loaded } = await run(t, job);
    assert.deepEqual([conclusion, outputs['outcome']], ['success', 'ignored'], job.eventName);
    assert.deepEqual(loaded, core);
  }
});

test('E5: edited and deleted comments and other events are ignored and never red', async (t) => {
  for (const job of [
    comment('/oi fix', 'edited'),
    comment('/oi fix', 'deleted'),
    { eventName: 'issues', event: { action: 'edited', changes: { body: { from: '/oi fix' } } } },
    { eventName: 'issues', event: { action: 'labeled', label: { name: 'bug' } } },
    { eventName: 'issues', event: { action: 'labeled', label: { name: 'OI' } } },
    { eventName: 'issues', event: { action: 'unlabeled', label: { name: 'oi' } } },
    { eventName: 'push', event: {} },
  ]) {
    const { conclusion, outputs, loaded } = await run(t, job);
    assert.deepEqual([conclusion, outputs['outcome']], ['success', 'ignored'], job.eventName);
    assert.deepEqual(loaded, core);
  }
});

test('pull_request_target is refused outright, before anything is loaded', async (t) => {
  const { conclusion, outputs, annotations, loaded } = await run(t, {
    eventName: 'pull_request_target',
    event: { action: 'opened' },
  });
  assert.deepEqual([conclusion, outputs['outcome']], ['failure', 'refused']);
  assert.match(annotations[0]?.message ?? '', /issue_comment/);
  assert.deepEqual(loaded, core);
});

test('the key is masked before anything else is printed', async (t) => {
  const key = 'sk-canary\nof two lines';
  const { masks, raw } = await run(t, { ...comment('hello'), inputs: { 'api-key': key } });
  for (const line of key.split('\n')) assert.ok(masks.has(line));
  assert.doesNotMatch(raw, /sk-canary/);
});

test('a trigger of one’s own is what counts', async (t) => {
  const { outputs } = await run(t, { ...comment('/oi fix'), inputs: { trigger: '/ai' } });
  assert.deepEqual(outputs, { outcome: 'ignored' });
});
