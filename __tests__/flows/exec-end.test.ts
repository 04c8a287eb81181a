import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { wrongKey } from '../../sim/model/faults.ts';
import { type Fault, type Script, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import type { Code } from '../../src/core/errors.ts';
import { last } from '../../src/core/session.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { dist } from '../support/dist.ts';
import { appears, type OiStage, openStage, type StartOi } from '../support/oi.ts';

const product = await dist();
const shell = (cmd: string): Turn => ({ calls: [{ name: 'exec_command', args: { cmd } }] });
const done: Turn = { text: 'Done' };

async function stageWith(
  script: Script,
  faults: readonly Fault[] = [],
): Promise<{ at: OiStage; model: SimModel }> {
  const model = await startModel({ script, faults });
  after(model.close);
  return { at: openStage(product, model), model };
}

type Failing = { problem: Code; faults?: readonly Fault[]; how?: StartOi };
const ofTheModel: Record<string, Failing> = {
  'a refused key': { problem: 'key.refused', faults: [wrongKey()] },
  'a missing key': {
    problem: 'key.missing',
    how: { env: { OI_API_KEY: undefined, OI_BASE_URL: undefined, OI_MODEL: 'openrouter/a/b' } },
  },
  'an unknown provider': {
    problem: 'model.unknown',
    how: { env: { OI_BASE_URL: undefined, OI_MODEL: 'opnrouter/a' } },
  },
};

suite('what fails on the way to the model ends with its code, and the log has it', {
  concurrency: true,
}, () => {
  for (const [name, { problem, faults = [], how = {} }] of Object.entries(ofTheModel)) {
    test(name, async () => {
      const { at } = await stageWith([done], faults);
      const ran = await at.run(['Do it.'], how);
      assertProblem(ran, problem);
      assert.match(ran.stderr, new RegExp(`\nGo on with: oi exec --resume ${at.sessions()[0]}\n$`));
      assert.equal(last(at.log(), 'problem.met')?.problem.code, problem);
      const { outcome } = last(at.log(), 'sitting.closed') ?? {};
      assert.equal(outcome?.kind === 'failed' && outcome.code, problem);
    });
  }
});

const mistakes: Record<string, { problem: Code; args: string[]; how?: StartOi }> = {
  'no prompt': { problem: 'input.missing', args: [] },
  'no model': { problem: 'input.missing', args: ['Do it.'], how: { env: { OI_MODEL: undefined } } },
  'an unknown flag': { problem: 'input.invalid', args: ['--modle', 'x', 'Do it.'] },
  'an unknown harness': { problem: 'harness.unknown', args: ['--harness', 'nativ', 'Do it.'] },
  'a missing folder': { problem: 'folder.missing', args: ['-C', '/no/such/folder', 'Do it.'] },
  'a folder that holds much more than a project': {
    problem: 'folder.refused',
    args: ['-C', '/usr', 'Do it.'],
  },
  'sessions kept in the folder itself': {
    problem: 'folder.refused',
    args: ['Do it.'],
    how: { env: { XDG_STATE_HOME: undefined, HOME: '.' } },
  },
  'a sandbox kept in the folder itself': {
    problem: 'folder.refused',
    args: ['Do it.'],
    how: { env: { TMPDIR: '.' } },
  },
  'a folder that is gone': {
    problem: 'folder.missing',
    args: ['Do it.'],
    how: { through: ['bash', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'bash'] },
  },
  'an output that cannot be written': {
    problem: 'input.invalid',
    args: ['-o', '/no/such/folder/f', 'Do it.'],
  },
  'a base URL that is none': { problem: 'input.invalid', args: ['--base-url', 'host:80', 'Do it.'] },
};

suite('a mistake of the user’s is told before anything is asked or run', { concurrency: true }, () => {
  for (const [name, { problem, args, how = {} }] of Object.entries(mistakes)) {
    test(name, async () => {
      const { at, model } = await stageWith([shell('touch ran'), done]);
      assertProblem(await at.run(args, how), problem);
      assert.ok(!existsSync(join(at.folder, 'ran')));
      assert.ok(!model.requests.some(({ number }) => number > 1));
    });
  }
});

/** Starts oi where something of this machine is gone, which only that process and what it starts see. */
const onMachine = (flags: readonly string[], script: string): readonly string[] => [
  ...['unshare', ...flags, '--', 'bash', '-c'],
  `${script} && exec "$@"`,
  'bash',
];
const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const machines: Record<string, { through: readonly string[]; says: RegExp; skip: string | false }> = {
  'without bubblewrap': {
    through: onMachine([...asRoot, '--mount'], 'mount --bind /dev/null /usr/bin/bwrap'),
    says: /^The sandbox needs bubblewrap.* `sudo apt-get install bubblewrap`/m,
    skip: false,
  },
  'without user namespaces': {
    through: onMachine(['--user', '--map-root-user'], 'echo 0 > /proc/sys/user/max_user_namespaces'),
    says: /^User namespaces are switched off on this machine.*\bRun `sudo sysctl /m,
    skip: asRoot.length === 0 ? false : 'in a namespace of anybody else bubblewrap is not root’s',
  },
};

suite('on a machine that cannot make a sandbox no command runs', () => {
  for (const [name, { through, says, skip }] of Object.entries(machines)) {
    test(name, { skip }, async () => {
      const { at } = await stageWith([shell('touch ran'), done]);
      const ran = await at.run(['Do it.'], { through });
      assertProblem(ran, 'sandbox.unavailable');
      assert.match(ran.stderr, says);
      assert.ok(!existsSync(join(at.folder, 'ran')));
      assert.equal(last(at.log(), 'problem.met')?.problem.code, 'sandbox.unavailable');
    });
  }
});

test('a limit ends the work with 1, and says which and how to go on', async () => {
  const { at } = await stageWith([shell('touch ran'), done]);
  const { code, stdout, stderr } = await at.run(['--max-turns', '1', 'Do it.']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /\nThe limit of 1 turn is reached\. Raise the limit, .*\nGo on with: oi exec --resume .*\n$/,
  );
  assert.ok(existsSync(join(at.folder, 'ran')));
});

test('a model that never gets the form right ends the work with 1', async () => {
  const { at } = await stageWith(() => ({ text: 'Certainly!' }));
  const { code, stdout, stderr } = await at.run(['--harness', 'mini-swe-agent', 'Do it.']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /\nThe model gave 3 answers in a row that nothing could be done with\. Ask again, or use another model or harness\.\n/,
  );
});

const cancelled = /\nThe run was cancelled\. Ask again to go on\.\nGo on with: oi exec --resume \S+\n$/;

async function assertGoesOn(at: OiStage): Promise<void> {
  assert.deepEqual(
    at
      .log()
      .slice(-5)
      .map(({ type }) => type),
    ['snapshot.taken', 'work.stopped', 'change.found', 'round.judged', 'sitting.closed'],
  );
  const resumed = await at.run(['--resume', at.sessions()[0] ?? '']);
  assert.deepEqual([resumed.code, resumed.stdout], [0, 'Done\n'], resumed.stderr);
}

test('Ctrl-C while the model thinks ends with 130 and the session goes on later', async () => {
  const thinking = Promise.withResolvers<void>();
  let asked = 0;
  const { at } = await stageWith(() => {
    thinking.resolve();
    return asked++ === 0 ? new Promise(() => {}) : done;
  });
  const running = at.start(['Do it.']);
  await thinking.promise;
  running.interrupt();
  const { code, stdout, stderr } = await running.ended;
  assert.deepEqual([code, stdout], [130, '']);
  assert.match(stderr, cancelled);
  await assertGoesOn(at);
});

for (const [harness, call] of Object.entries({ native: shell, 'mini-swe-agent': bash })) {
  test(`Ctrl-C during a command of ${harness} kills it and ends with 130`, async () => {
    const waiting = 'echo x >> f; sleep 1000; echo y >> f';
    const { at } = await stageWith(({ turn }) => (turn === 0 ? call(waiting) : end(harness)));
    const running = at.start(['--harness', harness, 'Do it.']);
    await appears(join(at.folder, 'f'));
    running.interrupt();
    const { code, stdout, stderr } = await running.ended;
    assert.deepEqual([code, stdout], [130, '']);
    assert.match(stderr, cancelled);
    await assertGoesOn(at);
  });
}
function bash(command: string): Turn {
  return { calls: [{ name: 'bash', args: { command } }] };
}
const end = (harness: string): Turn =>
  harness === 'native' ? done : bash('printf "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\\nDone\\n"');

test('a second Ctrl-C ends at once, whatever the end is waiting for', async () => {
  // Git waits for ever on a FIFO of that name, and so would the snapshot that the first one takes.
  const { at } = await stageWith([shell('mkfifo .gitignore; touch begun; sleep 1000')]);
  const running = at.start(['Do it.']);
  await appears(join(at.folder, 'begun'));
  running.interrupt();
  await running.shows(/cancelled after/);
  running.interrupt();
  assert.equal((await running.ended).code, 130);
  assert.equal(last(at.log(), 'sitting.closed'), undefined);
});

test('oi tells its version, which is that of the package', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const { at } = await stageWith([]);
  assert.equal((await at.run([], { command: '--version' })).stdout, `oi ${manifest.version}\n`);
});
