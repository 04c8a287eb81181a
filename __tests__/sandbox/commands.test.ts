import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import type { OpenedSandbox } from '../../src/sandbox/index.ts';
import { fill, folderOf, never, open, processesWith, run } from './open.ts';

// One sandbox for all: commands do not know of each other.
let sandbox: OpenedSandbox;
let folder: string;
before((t) => {
  const context = t as TestContext;
  folder = folderOf(context);
  fill(folder, { 'sub/file.txt': 'hello\n' });
  return open(context, folder).then((opened) => {
    sandbox = opened;
  });
});

test('a command runs in the workspace, and its exit code and both outputs come back in order', async () => {
  const { code, killed, text, output } = await run(sandbox, 'pwd; echo oops >&2; cat sub/file.txt; exit 7');
  assert.equal(text, `${folder}\noops\nhello\n`);
  assert.deepEqual([code, killed, output.omitted, output.file], [7, null, 0, null]);
});

test('a folder may be relative to the workspace or absolute, and one that is missing is told in the output', async () => {
  const at = (path: string) => sandbox.exec({ command: 'pwd', folder: path, seconds: 10 }, never);
  assert.equal((await at('sub')).output.head, `${folder}/sub\n`);
  assert.equal((await at('/usr')).output.head, '/usr\n');
  const missing = await at('nowhere');
  assert.equal(missing.code, 1);
  assert.match(missing.output.head, /nowhere: No such file or directory/);
});

test('a command leaves a note of the folder it ends in, in the sandbox’s own /tmp', async () => {
  const note = '/tmp/note of "it';
  const exit = await sandbox.exec({ command: 'cd sub; exit 5', folder: 'nowhere', seconds: 10, note }, never);
  assert.deepEqual([exit.code, exit.output.head], [5, '']);
  const noted = await sandbox.files.read(note);
  assert.equal(noted.ok && Buffer.from(noted.value.content).toString(), `${folder}/sub\n`);
  assert.equal(existsSync(note), false);
});

test('standard input is empty, and the outputs can be opened by name', async () => {
  const { text } = await run(sandbox, 'cat; cat /dev/stdin; echo one > /dev/stderr; echo two > /dev/stdout');
  assert.equal(text, 'one\ntwo\n');
});

test('a syntax error is the shell’s to report', async () => {
  const { code, text } = await run(sandbox, 'for i in 1 2');
  assert.equal(code, 2);
  assert.match(text, /syntax error/);
  assert.match((await run(sandbox, 'if then fi')).text, /`if then fi'$/m);
});

test('a command has no arguments and starts from a clean shell each time', async () => {
  await run(sandbox, 'export LEFT=1; alias ls=false; cd /usr');
  assert.equal((await run(sandbox, 'echo "$#:$1:$LEFT:$OLDPWD"; pwd')).text, `0:::\n${folder}\n`);
});

test('a command longer than the kernel takes in one argument runs all the same', async () => {
  const long = `: ${'x'.repeat(300_000)}\necho "$#" done`;
  assert.equal((await run(sandbox, long)).text, '0 done\n');
});

test('a command that takes too long is killed with everything it started', async () => {
  const mark = `4${process.pid}1`;
  const exit = await run(sandbox, `trap '' TERM; setsid sleep ${mark} & echo begun; sleep ${mark}`, 0.5);
  assert.deepEqual([exit.code, exit.killed, exit.text], [null, 'timeout', 'begun\n']);
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
});

test('a command is killed when nobody wants it any more, and one that nobody wants does not start', async () => {
  const mark = `4${process.pid}2`;
  const stop = new AbortController();
  const running = sandbox.exec({ command: `sleep ${mark}`, folder: null, seconds: 60 }, stop.signal);
  stop.abort();
  assert.equal((await running).killed, 'cancelled');
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
  const late = await sandbox.exec({ command: 'touch never', folder: null, seconds: 60 }, stop.signal);
  assert.deepEqual([late.code, late.killed], [null, 'cancelled']);
  assert.equal(existsSync(join(folder, 'never')), false);
});

test('several commands at once keep their outputs apart', async () => {
  const numbers = Array.from({ length: 9 }, (_, index) => String(index));
  const texts = await Promise.all(
    numbers.map((number) => run(sandbox, `echo ${number}; sleep 0.1; echo ${number}`)),
  );
  assert.deepEqual(
    texts.map(({ text }) => text),
    numbers.map((number) => `${number}\n${number}\n`),
  );
});

test('50 MB of output end normally: both ends are kept, the whole is in a file that can be read and not written', async () => {
  const before = process.memoryUsage().rss;
  const exit = await run(sandbox, 'echo first; yes 0123456 | head -c 50000000; echo last');
  assert.deepEqual([exit.code, exit.killed], [0, null]);
  assert.ok(exit.output.head.startsWith('first\n0123456\n'));
  assert.ok(exit.output.tail.endsWith('0123456\nlast\n'));
  assert.ok(exit.output.head.length + exit.output.tail.length <= 16_384);
  assert.equal(exit.output.head.length + exit.output.omitted + exit.output.tail.length, 50_000_011);
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024, 'memory stays flat');
  const file = exit.output.file ?? '';
  const look = await run(
    sandbox,
    `wc -c < ${file}; head -1 ${file}; tail -1 ${file}; echo x >> ${file}; rm ${file}`,
  );
  assert.match(
    look.text,
    /^50000011\nfirst\nlast\n.*(?:denied|Read-only file system)\n.*Read-only file system\n$/s,
  );
});

test('whoever holds the output of a command that has ended does not hold us', async () => {
  const { code, text } = await run(sandbox, 'sleep 1000 & echo bye');
  assert.deepEqual([code, text], [0, 'bye\n']);
});

test('bytes that are no text are replaced, and what is binary does no harm', async () => {
  const { text } = await run(sandbox, "printf 'a\\xff\\0b\\xe2\\x82'");
  assert.equal(text, 'a\ufffd\0b\ufffd');
});

test('HOME and /tmp can be written and last from one command to the next', async () => {
  await run(sandbox, 'echo one > ~/kept; echo two > /tmp/kept');
  assert.equal((await run(sandbox, 'cat ~/kept /tmp/kept; echo $HOME')).text, 'one\ntwo\n/home/agent\n');
  assert.equal(existsSync('/tmp/kept'), false);
});

test('what a test suite needs is there: shared memory, ptys, loopback, unix sockets', async () => {
  const perl = `
    use Socket; use IO::Socket::INET; use IO::Socket::UNIX;
    my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die "inet $!";
    my $client = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $server->sockport) or die "connect $!";
    IO::Socket::UNIX->new(Local => "/tmp/socket", Listen => 1) or die "unix $!";
    open(my $pty, "+<", "/dev/ptmx") or die "pty $!";
    print "all well\\n";`;
  const { text } = await run(sandbox, `echo x > /dev/shm/x && cat /dev/shm/x && perl -e '${perl}'`);
  assert.equal(text, 'x\nall well\n');
});

test('the workspace’s files are the machine’s: a change is there at once', async () => {
  await run(sandbox, 'echo changed > sub/file.txt');
  assert.equal(readFileSync(join(folder, 'sub/file.txt'), 'utf8'), 'changed\n');
});
