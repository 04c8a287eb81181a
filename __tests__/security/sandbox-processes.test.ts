// Escapes 29 to 39: what an agent's command must not leave running, use up, or ask of the kernel.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { type TestContext, test } from 'node:test';
import { openBare } from '../../src/sandbox/bare.ts';
import type { OpenedSandbox } from '../../src/sandbox/index.ts';
import {
  agent,
  asRoot,
  attack,
  eventually,
  folderOf,
  never,
  open,
  optionsFor,
  processesWith,
  run,
} from '../sandbox/open.ts';
import { disarmedModule } from '../support/disarmed-module.ts';

type Bare = typeof import('../../src/sandbox/bare.ts');

const bareIn = (folder: string) => openBare({ ...optionsFor(folder), mode: 'danger-full-access' });

test('T37, escape 29: a daemon dies with the command that started it', async (t) => {
  const mark = `4${process.pid}5`;
  const command = `setsid nohup sleep ${mark} > /dev/null 2>&1 & sleep 0.2; echo bye`;
  const bare = await bareIn(folderOf(t));
  t.after(() => bare.close());
  await run(bare, command);
  const [survivor, ...others] = processesWith(`sleep\0${mark}`);
  assert.ok(survivor && others.length === 0, 'without a wall it lives on');
  process.kill(survivor, 'SIGKILL');
  await eventually(() => processesWith(`sleep\0${mark}`).length === 0);
  assert.equal((await run(await open(t, folderOf(t)), command)).text, 'bye\n');
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
});

test('T37, escape 30: a time limit ends those too who ignore signals or have a session of their own', async (t) => {
  const mark = `4${process.pid}6`;
  const command = `trap '' TERM HUP INT; setsid bash -c "trap '' TERM; sleep ${mark}; :" & sleep ${mark}`;
  const bare = await bareIn(folderOf(t));
  t.after(() => bare.close());
  await run(bare, command, 0.5);
  const survivors = processesWith(`sleep\0${mark}`);
  assert.equal(survivors.length, 1, 'without a wall one lives on');
  for (const pid of survivors) process.kill(pid, 'SIGKILL');
  await eventually(() => processesWith(`sleep\0${mark}`).length === 0);
  assert.equal((await run(await open(t, folderOf(t)), command, 0.5)).killed, 'timeout');
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
});

/** A sandbox without a wall, with one line of what watches a command put differently. */
async function unguarded(t: TestContext, from: string, to: string): Promise<OpenedSandbox> {
  const file = 'src/sandbox/running.ts';
  const { openBare } = await disarmedModule<Bare>('src/sandbox/bare.ts', { file, from, to });
  const sandbox = await openBare({ ...optionsFor(folderOf(t)), mode: 'danger-full-access' });
  t.after(() => sandbox.close());
  return sandbox;
}

test('escape 31: whoever holds the output of a command that has ended does not hold us', async (t) => {
  const holds = (sleeps: string): string =>
    `setsid sh -c 'touch begun; exec sleep ${sleeps}' & until [ -e begun ]; do :; done; echo bye`;
  const [short, long] = [`3.${process.pid}7`, `1000.${process.pid}7`];
  const waiting = await unguarded(t, 'within(closed, graceMilliseconds)', 'closed');
  assert.equal((await run(waiting, holds(short))).text, 'bye\n');
  assert.deepEqual(processesWith(short), [], 'we were held until it had ended');
  const bare = await bareIn(folderOf(t));
  t.after(() => bare.close());
  assert.equal((await run(bare, holds(long))).text, 'bye\n');
  const held = processesWith(long);
  assert.equal(held.length, 1, 'it goes on, and so do we');
  for (const pid of held) process.kill(pid, 'SIGKILL');
});

test('escape 33: output without an end is stopped', async (t) => {
  const much = 'yes | head -c 80000000';
  const endless = await unguarded(t, 'collector.bytes > floodBytes', 'false');
  const { code, killed, output } = await run(endless, much);
  assert.deepEqual([code, killed], [0, null]);
  assert.equal(output.head.length + output.omitted + output.tail.length, 80_000_000);
  const held = await run(await open(t, folderOf(t)), much);
  assert.deepEqual([held.code, held.killed], [null, 'flood']);
});

test('escape 32: processes cannot multiply without end', async (t) => {
  const many = 2300;
  const bomb = `perl -e 'my $n = 0; while ($n < ${many}) { my $p = fork; last unless defined $p; if (!$p) { sleep 600; exit } $n++ } print "$n\\n"'`;
  const { open: unbounded, held } = await attack(t, bomb, { without: ['limits'] });
  assert.equal(unbounded.text, `${many}\n`);
  assert.ok(Number(held.text) < 2048, held.text);
});

test('escape 32: root, whom that limit does not bind, has a namespace of few process numbers', async (t) => {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (!asRoot || major < 6 || (major === 6 && minor < 14))
    return t.diagnostic('the case does not exist here');
  const machine = readFileSync('/proc/sys/kernel/pid_max', 'utf8');
  const look =
    'perl -e \'for (1..4200) { my $p = fork; die "stopped\\n" unless defined $p; if (!$p) { sleep 600; exit } } print "all\\n"\'';
  const { open: unbounded, held } = await attack(t, look, { folder: folderOf(t, 0), without: ['limits'] });
  assert.equal(unbounded.text, 'all\n');
  assert.equal(held.text, 'stopped\n');
  assert.equal(readFileSync('/proc/sys/kernel/pid_max', 'utf8'), machine);
});

test('escape 35: files in memory have a limit', async (t) => {
  const look = 'df --output=size -k /dev/shm | tail -1';
  const { open: unlimited, held } = await attack(t, look, { without: ['limits'] });
  assert.equal(Number(held.text), 1024 * 1024);
  assert.notEqual(Number(unlimited.text), 1024 * 1024);
});

test('escape 36: a command has no terminal, and in a terminal nothing can be typed for somebody else', async (t) => {
  const type =
    'perl -e \'my $c = "x"; print ioctl(STDIN, 0x5412, $c) ? "typed\\n" : $!+0 . "\\n"\' < /dev/tty';
  const inTerminal = async (without: 'seccomp'[]) => {
    const sandbox = await open(t, folderOf(t), { without });
    assert.match((await run(sandbox, type)).text, /No such device/);
    const started = await sandbox.start({ command: type, folder: null, seconds: 60, terminal: true });
    assert.ok(started.ok);
    return (await started.value.poll(60_000, never)).output.head;
  };
  // Kernels without the legacy TIOCSTI answer EIO (5), the filter EPERM (1).
  assert.match(await inTerminal(['seccomp']), /typed|^5\r/m);
  assert.match(await inTerminal([]), /^1\r/m);
});

test('T33, escape 37: no namespace can be made inside; either of two defences is enough', async (t) => {
  const both = ['seccomp', 'no-nested-namespaces'] as const;
  const nest = 'unshare -Ur true && echo nested';
  const { open: nested, held } = await attack(t, nest, { without: both });
  assert.equal(nested.text, 'nested\n');
  assert.match(held.text, /unshare failed/);
  for (const one of both) {
    assert.match(
      (await run(await open(t, folderOf(t), { without: [one] }), nest)).text,
      /unshare failed/,
      one,
    );
  }
});

test('T33, escape 37: calls that reach other processes or the kernel are refused', async (t) => {
  // add_key, keyctl, io_uring_setup, process_vm_readv, and per architecture the numbers of the kernel's headers.
  const numbers = process.arch === 'x64' ? [248, 250, 425, 310, 298] : [217, 219, 425, 270, 241];
  const call = `perl -e 'for (${numbers.join()}) { my $r = syscall($_, 0, 0, 0, 0, 0, 0); print $r < 0 ? $!+0 : "went", "\\n" }'`;
  const { open: naive, held } = await attack(t, call, { without: ['seccomp'] });
  assert.notEqual(naive.text, '1\n1\n38\n1\n1\n');
  assert.equal(held.text, '1\n1\n38\n1\n1\n');
});

test('escape 37: a command may trace its own children, a terminal’s programs may not', async (t) => {
  const PTRACE_TRACEME = process.arch === 'x64' ? 101 : 117;
  const trace = `perl -e 'print syscall(${PTRACE_TRACEME}, 0, 0, 0, 0) < 0 ? "no\\n" : "yes\\n"'`;
  const sandbox = await open(t, folderOf(t));
  assert.equal((await run(sandbox, trace)).text, 'yes\n');
  const started = await sandbox.start({ command: trace, folder: null, seconds: 60, terminal: true });
  assert.ok(started.ok);
  assert.match((await started.value.poll(60_000, never)).output.head, /^no\r/m);
});

test('no command has a capability, root’s neither', async (t) => {
  const look = 'grep CapEff /proc/self/status | cut -f2';
  for (const owner of new Set([agent, asRoot ? 0 : agent])) {
    const { open: capable, held } = await attack(t, look, {
      folder: folderOf(t, owner),
      without: ['capabilities'],
    });
    assert.equal(held.text, '0000000000000000\n');
    assert.notEqual(capable.text, held.text);
  }
});
