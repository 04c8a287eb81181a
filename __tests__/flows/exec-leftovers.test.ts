import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Script, startModel, type Turn } from '../../sim/model/index.ts';
import { last } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { leftInTheEnd, leftovers, nothing } from '../support/leftovers.ts';
import { appears, type OiStage, openStage, type Ran, type RunningOi } from '../support/oi.ts';
import { gitAt, write } from '../support/repository.ts';

const product = await dist();
const shell = (cmd: string, more: object = {}) => ({ name: 'exec_command', args: { cmd, ...more } });
const newFile = (path: string) => ({
  name: 'apply_patch',
  args: { input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n` },
});
/** Everything that a run can have going: a daemon, a command in the background, one in a terminal, and the hands. */
const busy: Turn = {
  calls: [
    shell('setsid sleep 1000 & disown; mkdir -m 000 /tmp/shut ~/shut'),
    shell('touch f; sleep 1000', { yield_time_ms: 10 }),
    shell('sleep 1000', { yield_time_ms: 10, tty: true }),
    newFile('g'),
  ],
};
const waiting: Turn = { calls: [shell('touch begun; until [ -e gate ]; do sleep 0.05; done')] };
const done: Turn = { text: 'Done' };

async function stageWith(script: Script) {
  const model = await startModel({ script });
  after(model.close);
  const at: OiStage = openStage(product, model);
  gitAt(at.folder, 'init', '--quiet');
  return { at, model };
}

/** A run that has everything going and waits for a gate to open. */
async function startBusy(): Promise<{ at: OiStage; running: RunningOi }> {
  const { at } = await stageWith([busy, waiting, done]);
  const running = at.start(['Do it.']);
  await appears(join(at.folder, 'begun'));
  const { processes, temporary } = leftovers(at);
  assert.ok(processes.length > 5 && temporary.length > 0, 'all of that can be seen while it is there');
  return { at, running };
}

function assertEndedWell({ code, stderr }: Ran, wanted: number): void {
  assert.equal(code, wanted, stderr);
  assert.doesNotMatch(stderr, /^\s+at |Error:|node:internal/m);
}

test('nothing is left after success', async () => {
  const { at, running } = await startBusy();
  write(at.folder, { gate: '' });
  assertEndedWell(await running.ended, 0);
  assert.deepEqual(leftovers(at), nothing);
});

test('nothing is left after Ctrl-C', async () => {
  const { at, running } = await startBusy();
  running.interrupt();
  assertEndedWell(await running.ended, 130);
  assert.deepEqual(leftovers(at), nothing);
});

test('nothing is left after a second Ctrl-C, not even a git that waits', async () => {
  const fifo = 'mkfifo .gitignore; touch begun; sleep 1000';
  const { at } = await stageWith([busy, { calls: [shell(fifo)] }]);
  const running = at.start(['Do it.']);
  await appears(join(at.folder, 'begun'));
  running.interrupt();
  await running.shows(/cancelled after .*\n$/);
  while (!leftovers(at).processes.some((process) => process.includes(' ls-files '))) await sleep(10);
  running.interrupt();
  assertEndedWell(await running.ended, 130);
  assert.deepEqual(await leftInTheEnd(at), nothing);
});

test('nothing is left after SIGKILL of the host process', async () => {
  const { at, running } = await startBusy();
  running.child.kill('SIGKILL');
  await running.ended;
  assert.deepEqual(await leftInTheEnd(at), nothing);
});

test('nothing is left after SIGKILL at any moment of the start', async () => {
  const moments = Array.from({ length: 12 }, (_, index) => index * 10);
  const { at } = await stageWith([busy, done]);
  for (const milliseconds of moments) {
    const running = at.start(['Do it.']);
    await running.shows(/^Session/);
    await sleep(milliseconds);
    running.child.kill('SIGKILL');
    await running.ended;
  }
  assert.deepEqual(await leftInTheEnd(at), nothing);
});

test('nothing is left when the model server dies', async () => {
  const { at, model } = await stageWith(({ turn }) => (turn === 0 ? busy : waiting));
  const running = at.start(['--max-minutes', '0.1', 'Do it.']);
  await appears(join(at.folder, 'begun'));
  await model.shut();
  write(at.folder, { gate: '' });
  const ran = await running.ended;
  assert.ok(ran.code === 4 || ran.code === 1, ran.stderr);
  assertEndedWell(ran, ran.code);
  assert.deepEqual(leftovers(at), nothing);
});

test('nothing is left when the session’s folder breaks', async () => {
  const { at, running } = await startBusy();
  const trees = join(at.sessionFolder(), 'trees.git');
  rmSync(trees, { recursive: true });
  writeFileSync(trees, 'no folder any more');
  write(at.folder, { gate: '' });
  const ran = await running.ended;
  assertEndedWell(ran, ran.code ?? 0);
  assert.notEqual(ran.code, 0);
  assert.deepEqual(leftovers(at), nothing);
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'failed');
});

/** A disk of that size for the sessions, for one process and what it starts. */
const smallDisk = (at: OiStage, size: string): readonly string[] => [
  ...['unshare', '--mount', '--', 'bash', '-c'],
  `mkdir -p "$0" && mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  at.env['XDG_STATE_HOME'] ?? '',
];
const onlyRoot = { skip: process.getuid?.() === 0 ? false : 'only root can mount' };

test('nothing is left when the disk with the session is full, which is said', onlyRoot, async () => {
  const talk: Turn = {
    calls: Array.from({ length: 9 }, () => shell("head -c 16000 /dev/zero | tr '\\0' x")),
  };
  const { at } = await stageWith([busy, talk, done]);
  const ran = await at.run(['Do it.'], { through: smallDisk(at, '128k') });
  assertEndedWell(ran, 1);
  const told =
    /\nThe session cannot be kept in \S+ \(.*no space.*\)\. Make room there, .* \(session\.unwritable\)\n/;
  assert.match(ran.stderr, told);
  assert.deepEqual(leftovers(at), nothing);
});

test('nothing is left of a run without a wall', async () => {
  const { at } = await stageWith([
    { calls: [shell('touch f; sleep 1000', { yield_time_ms: 10 }), newFile('g')] },
    done,
  ]);
  assertEndedWell(await at.run(['--sandbox', 'danger-full-access', 'Do it.']), 0);
  assert.deepEqual(leftovers(at), nothing);
});
