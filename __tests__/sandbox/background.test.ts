import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import type { Background } from '../../src/core/sandbox.ts';
import type { OpenedSandbox } from '../../src/sandbox/index.ts';
import { inTerminal } from '../../src/sandbox/shell.ts';
import { folderOf, never, open, processesWith, run } from './open.ts';

let sandbox: OpenedSandbox;
before(async (t) => {
  const context = t as TestContext;
  sandbox = await open(context, folderOf(context));
});

async function start(command: string, terminal = false, seconds = 60): Promise<Background> {
  const attempt = await sandbox.start({ command, folder: null, seconds, terminal });
  assert.ok(attempt.ok);
  return attempt.value;
}

/** Polls until that much was printed. */
async function until(background: Background, wanted: RegExp): Promise<string> {
  let seen = '';
  while (!wanted.test(seen)) seen += (await background.poll(20, never)).output.head;
  return seen;
}

test('a command in the background is written to, shows what it printed since the last look, and ends', async () => {
  const background = await start('echo ready; read line; echo "got $line"; exit 3', true);
  assert.equal(await until(background, /ready/), 'ready\r\n');
  assert.deepEqual(await background.write('a word\n'), { ok: true, value: null });
  const { output, exit } = await background.poll(60_000, never);
  assert.deepEqual(
    [output.head, exit?.code, exit?.killed, exit?.output.head],
    ['a word\r\ngot a word\r\n', 3, null, 'a word\r\ngot a word\r\n'],
  );
  const again = await background.poll(0, never);
  assert.deepEqual([again.output.head, again.exit?.code], ['', 3]);
  assert.deepEqual(await background.write('x'), { ok: false, why: 'The command has ended.' });
});

test('without a terminal there is no input, so that nothing waits for it', async () => {
  const background = await start(
    'cat; test -p /dev/stdin || test -S /dev/stdin || echo no pipe; read line; sleep 600',
  );
  assert.equal(await until(background, /pipe/), 'no pipe\n');
  assert.deepEqual(await background.write('x'), {
    ok: false,
    why: 'The command has no input: it was started without a terminal.',
  });
  await background.stop();
});

test('handles count up, and a sandbox knows its commands by them', async () => {
  const [one, two] = [await start('sleep 600'), await start('sleep 600')];
  assert.equal(Number(two.handle), Number(one.handle) + 1);
  assert.equal(sandbox.background(one.handle), one);
  assert.equal(sandbox.background('99'), null);
  await Promise.all([one.stop(), two.stop()]);
});

test('a command in the background is stopped with everything it started', async () => {
  const mark = `4${process.pid}3`;
  const background = await start(`setsid sleep ${mark} & echo up; sleep ${mark}`);
  await until(background, /up/);
  await background.stop();
  assert.equal((await background.poll(0, never)).exit?.killed, 'stopped');
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
});

test('a poll waits no longer than it is asked to or wanted', async () => {
  const background = await start('sleep 600');
  assert.equal((await background.poll(10, never)).exit, null);
  const stop = new AbortController();
  const polling = background.poll(600_000, stop.signal);
  stop.abort();
  assert.equal((await polling).exit, null);
  await background.stop();
});

test('a command in the background has a time limit too', async () => {
  const background = await start('sleep 600', false, 0.2);
  assert.equal((await background.poll(60_000, never)).exit?.killed, 'timeout');
});

test('a server in the background is reached by later commands over loopback', async () => {
  const server = `
    use IO::Socket::INET;
    my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1", LocalPort => 8123, ReuseAddr => 1) or die $!;
    $| = 1; print "listening\\n";
    while (my $client = $server->accept) { print $client "hello\\n"; close $client }`;
  const background = await start(`perl -e '${server}'`);
  await until(background, /listening/);
  assert.equal((await run(sandbox, 'cat < /dev/tcp/127.0.0.1/8123')).text, 'hello\n');
  await background.stop();
});

test('a terminal is one: it has a size, a name, and programs in it see that', async () => {
  const background = await start(
    'test -t 0 && test -t 1 && tty && stty size && echo $TERM; read line; echo "<$line>"',
    true,
  );
  assert.match(await until(background, /xterm/), /^\/dev\/pts\/\d+\r\n24 80\r\nxterm-256color\r\n$/);
  await background.write('word\n');
  const { output, exit } = await background.poll(60_000, never);
  assert.match(output.head, /<word>\r\n$/);
  assert.equal(exit?.code, 0);
});

test('Ctrl-C in a terminal reaches the program in it', async () => {
  const background = await start(
    'trap "echo caught; exit 5" INT; echo up; while :; do sleep 0.1; done',
    true,
  );
  await until(background, /up/);
  await background.write('\u0003');
  const { output, exit } = await background.poll(60_000, never);
  assert.match(output.head, /caught/);
  assert.equal(exit?.code, 5);
});

test('where script(1) is missing Python makes the terminal, and where that is missing too it is said', (t) => {
  const folder = folderOf(t);
  const bash = (script: string, env = process.env) =>
    spawnSync('/bin/bash', ['--norc', '-c', script], { env, encoding: 'utf8', input: '' });
  const tried = () => bash(inTerminal('tty; exit 4', { rows: 24, columns: 80 }), { PATH: folder });
  const without = tried();
  assert.deepEqual([without.status, /no terminal to be had/.test(without.stdout)], [127, true]);
  // A python3 in PATH may be a version manager's script: the program itself is wanted.
  const python = bash('python3 -c "import sys; print(sys.executable)"').stdout.trim();
  if (python === '') return;
  symlinkSync(python, join(folder, 'python3'));
  for (const name of ['tty', 'stty']) symlinkSync(join('/usr/bin', name), join(folder, name));
  const found = tried();
  assert.deepEqual([found.status, /^\/dev\/pts\/\d+\r\n/.test(found.stdout)], [4, true]);
});
