import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { canaries, type Job, runAction } from '../../../sim/runner/index.ts';

const core = import.meta.resolve('@actions/core');

/** An action of these files, run in a folder that the test removes. */
function run(t: TestContext, files: Record<string, string>, job: Partial<Job> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'oi-runner-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const dir = mkdtempSync(join(root, 'action-'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return runAction({
    dir,
    root,
    eventName: 'issue_comment',
    event: { action: 'created' },
    repository: { fullName: 'octo/shop', id: 7, ownerId: 8 },
    urls: {
      server: 'https://ghe.test',
      api: 'https://ghe.test/api/v3',
      graphql: 'https://ghe.test/api/graphql',
    },
    token: 'ghs_canary-of-the-job',
    ...job,
  });
}

const yml = (runs: string, inputs = '') => `name: t\ninputs:\n  token: { default: '\${{ github.token }}' }
  Two Words: { default: 5 }\n${inputs}outputs: {}\nruns: { using: node24, ${runs} }\n`;
const printEnv = 'console.log(JSON.stringify(process.env))';
const lastLine = (text: string): Record<string, string> => JSON.parse(text.trim().split('\n').at(-1) ?? '');

test('inputs arrive with defaults and expressions evaluated, and an unknown one with a warning', async (t) => {
  const files = { 'action.yml': yml('main: main.js'), 'main.js': printEnv };
  const { raw, annotations } = await run(t, files, { inputs: { 'two words': '6', modle: 'x' } });
  const env = lastLine(raw);
  assert.deepEqual(
    [env['INPUT_TOKEN'], env['INPUT_TWO_WORDS'], env['INPUT_MODLE']],
    ['ghs_canary-of-the-job', '6', 'x'],
  );
  assert.match(annotations[0]?.message ?? '', /Unexpected input\(s\) 'modle', valid inputs are \['token'/);
});

test('the environment is a hosted runner’s and holds nothing of this machine', async (t) => {
  process.env['OI_TEST_LEAK'] = 'of this machine';
  t.after(() => delete process.env['OI_TEST_LEAK']);
  const files = { 'action.yml': yml('main: main.js'), 'main.js': printEnv };
  const { raw, workspace } = await run(t, files, {
    env: { EARLIER: 'step' },
    path: ['/opt/earlier'],
    attempt: 2,
  });
  const env = lastLine(raw);
  assert.equal(env['OI_TEST_LEAK'], undefined);
  assert.equal(env['EARLIER'], 'step');
  assert.match(env['PATH'] ?? '', /^\/opt\/earlier:/);
  assert.equal(env['GITHUB_WORKSPACE'], workspace);
  assert.equal(env['GITHUB_RUN_ATTEMPT'], '2');
  assert.equal(env['GITHUB_GRAPHQL_URL'], 'https://ghe.test/api/graphql');
  assert.equal(env['ACTIONS_RUNTIME_TOKEN'], canaries.ACTIONS_RUNTIME_TOKEN);
});

test('the variables tell the event, the ref, the workflow, and who began and who repeated the run', async (t) => {
  const files = { 'action.yml': yml('main: main.js'), 'main.js': printEnv };
  const told = async (job: Partial<Job>, ...names: string[]) => {
    const env = lastLine((await run(t, files, job)).raw);
    return names.map((name) => env[`GITHUB_${name}`]);
  };
  const path = '.github/workflows/nightly.yml';
  assert.deepEqual(
    await told(
      {
        eventName: 'schedule',
        ref: 'refs/heads/deep/trunk',
        sha: 'a'.repeat(40),
        workflow: { path },
        name: 'sweep',
        actor: { login: 'ann', id: 9 },
        triggeringActor: 'sam',
      },
      'EVENT_NAME',
      'REF',
      'REF_NAME',
      'REF_TYPE',
      'SHA',
      'WORKFLOW',
      'WORKFLOW_REF',
      'WORKFLOW_SHA',
      'JOB',
      'ACTOR',
      'TRIGGERING_ACTOR',
    ),
    [
      'schedule',
      'refs/heads/deep/trunk',
      'deep/trunk',
      'branch',
      'a'.repeat(40),
      path,
      `octo/shop/${path}@refs/heads/deep/trunk`,
      'a'.repeat(40),
      'sweep',
      'ann',
      'sam',
    ],
  );
  assert.deepEqual(
    await told(
      { ref: 'refs/tags/v1', workflow: { path, name: 'Nightly' } },
      'REF_NAME',
      'REF_TYPE',
      'WORKFLOW',
    ),
    ['v1', 'tag', 'Nightly'],
  );
  assert.deepEqual(
    await told({ ref: 'refs/pull/7/merge', actor: { login: 'ann', id: 9 } }, 'REF_NAME', 'TRIGGERING_ACTOR'),
    ['7/merge', 'ann'],
  );
});

test('what the official library writes arrives: outputs, state, variables, paths, summary, masks', async (t) => {
  const main = `import * as core from ${JSON.stringify(core)};
    import { readFileSync } from 'node:fs';
    core.setSecret('hidden-value'); core.setOutput('text', 'a\\nEOF\\nbranch=evil'); core.saveState('kept', 'yes');
    core.exportVariable('LATER', 'l'); core.addPath('/opt/new'); core.info('shows hidden-value');
    await core.summary.addRaw('sum hidden-value').write();
    core.info(JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8')).action);
    core.info(String(core.getState('kept') === ''));`;
  const post = `import * as core from ${JSON.stringify(core)};
    core.info('state ' + core.getState('kept') + ' later ' + process.env.LATER + ' ' + process.env.PATH.split(':')[0]);`;
  const files = { 'action.yml': yml('main: main.js, post: post.js'), 'main.js': main, 'post.js': post };
  const result = await run(t, files);
  assert.equal(result.conclusion, 'success', result.log);
  assert.deepEqual(result.outputs, { text: 'a\nEOF\nbranch=evil' });
  assert.deepEqual(result.state, { kept: 'yes' });
  assert.equal(result.summary, 'sum ***');
  assert.match(result.log, /^shows \*\*\*\ncreated\ntrue\nstate yes later l \/opt\/new$/m);
  assert.deepEqual(Object.keys(result.phases), ['main', 'post']);
});

test('S7: a fixed delimiter in a file command lets a value set further outputs', async (t) => {
  const main = `import { appendFileSync } from 'node:fs';
    appendFileSync(process.env.GITHUB_OUTPUT, 'answer<<EOF\\nfine\\nEOF\\nbranch=evil\\nrest<<EOF\\n\\nEOF\\n');`;
  const { outputs } = await run(t, { 'action.yml': yml('main: main.js'), 'main.js': main });
  assert.equal(outputs['branch'], 'evil');
});

test('the exit code decides; post runs all the same, and a broken file command fails the step', async (t) => {
  const files = { 'action.yml': yml('main: main.js, post: post.js'), 'post.js': 'console.log("posted")' };
  const failed = await run(t, { ...files, 'main.js': 'process.exit(3)' });
  assert.deepEqual([failed.conclusion, failed.exitCode], ['failure', 3]);
  assert.match(failed.log, /posted/);
  const main = `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.GITHUB_OUTPUT, 'no form');`;
  const broken = await run(t, { ...files, 'main.js': main });
  assert.equal(broken.conclusion, 'failure');
  assert.match(broken.log, /Unable to process file command 'output' successfully/);
});

test('NODE_OPTIONS and the runner’s own names cannot be set for later phases', async (t) => {
  const main = `import { appendFileSync } from 'node:fs';
    appendFileSync(process.env.GITHUB_ENV, 'NODE_OPTIONS=--x\\nGITHUB_SHA=bad\\nRUNNER_TEMP=bad\\nFINE=1\\n');`;
  const files = { 'action.yml': yml('main: main.js, post: post.js'), 'main.js': main, 'post.js': printEnv };
  const env = lastLine((await run(t, files)).raw);
  assert.deepEqual([env['NODE_OPTIONS'], env['GITHUB_SHA'], env['FINE']], [undefined, '0'.repeat(40), '1']);
});

test('a cancelled job gets SIGINT, then SIGTERM, then SIGKILL, and its post phase', async (t) => {
  const main = `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log('got ' + name));
    setInterval(() => {}, 1000); console.log('ready');`;
  const cancel = new AbortController();
  const result = await run(
    t,
    {
      'action.yml': yml('main: main.js, post: post.js'),
      'main.js': main,
      'post.js': 'console.log("posted")',
    },
    {
      cancel: cancel.signal,
      onLine: (line) => line === 'ready' && cancel.abort(),
      grace: { interruptMilliseconds: 1000, terminateMilliseconds: 1000 },
    },
  );
  assert.equal(result.conclusion, 'cancelled');
  assert.deepEqual(result.phases.main?.signals, ['SIGINT', 'SIGTERM', 'SIGKILL']);
  assert.match(result.log, /ready\ngot SIGINT\ngot SIGTERM\nposted/);
});

test('an action that ends at SIGINT is left alone after that', async (t) => {
  const main = `process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 1000); console.log('ready');`;
  const cancel = new AbortController();
  const result = await run(
    t,
    { 'action.yml': yml('main: main.js'), 'main.js': main },
    { cancel: cancel.signal, onLine: () => cancel.abort() },
  );
  assert.deepEqual([result.conclusion, result.phases.main?.signals], ['cancelled', ['SIGINT']]);
});

test('a job over its time is cancelled and says so', async (t) => {
  const files = { 'action.yml': yml('main: main.js'), 'main.js': 'setInterval(() => {}, 1000)' };
  const result = await run(t, files, { timeoutSeconds: 0.2 });
  assert.equal(result.conclusion, 'cancelled');
  assert.match(result.annotations[0]?.message ?? '', /exceeded the maximum execution time/);
});

const posted = {
  'action.yml': yml('main: main.js, post: post.js', `  status: { default: '\${{ job.status }}' }\n`),
};
const tellStatus = { ...posted, 'post.js': 'console.log("posted " + process.env.INPUT_STATUS)' };
const forever = `console.log('ready ' + process.env.INPUT_STATUS); setInterval(() => {}, 1000)`;

test('inputs are evaluated anew for the post phase, which so knows how the job stands', async (t) => {
  const good = await run(t, { ...tellStatus, 'main.js': '' });
  assert.match(good.log, /^posted success$/m);
  const failed = await run(t, { ...tellStatus, 'main.js': 'process.exit(1)' });
  assert.match(failed.log, /^posted failure$/m);
  const cancel = new AbortController();
  const onLine = (line: string) => line === 'ready success' && cancel.abort();
  const cancelled = await run(t, { ...tellStatus, 'main.js': forever }, { cancel: cancel.signal, onLine });
  assert.match(cancelled.log, /^posted cancelled$/m);
});

test('a step over its time gets the same signals, and has failed', async (t) => {
  const timeout = new AbortController();
  const onLine = (line: string) => line === 'ready success' && timeout.abort();
  const over = { stepTimeout: timeout.signal, onLine };
  const result = await run(t, { ...tellStatus, 'main.js': forever }, over);
  assert.deepEqual([result.conclusion, result.phases.main?.signals], ['failure', ['SIGINT']]);
  assert.match(result.log, /has timed out after some minutes\.\nposted failure\n/);
});

test('nothing comes after a main phase that never began, or whose machine died', async (t) => {
  const before = await run(t, { ...tellStatus, 'main.js': '' }, { cancel: AbortSignal.abort() });
  assert.deepEqual(before.phases, {});
  const onProcess = (_: string, pid: number) => process.kill(pid, 'SIGKILL');
  const died = await run(t, { ...tellStatus, 'main.js': forever }, { onProcess, machineDies: true });
  assert.deepEqual(Object.keys(died.phases), ['main']);
});

test('a summary over a mebibyte is dropped with an error', async (t) => {
  const main = `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(1048577));`;
  const result = await run(t, { 'action.yml': yml('main: main.js'), 'main.js': main });
  assert.equal(result.summary, '');
  assert.match(result.annotations[0]?.message ?? '', /supports content up to a size of 1024k, got 1025k/);
});

test('an expression that is no look-up is refused instead of guessed', async (t) => {
  const inputs = `  other: { default: "\${{ always() }}" }\n`;
  await assert.rejects(
    run(t, { 'action.yml': yml('main: main.js', inputs), 'main.js': '' }),
    /cannot evaluate/,
  );
});
