import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import type { Terminal } from '../../src/core/sandbox.ts';
import type { OpenedSandbox } from '../../src/sandbox/index.ts';
import { folderOf, never, open, processesWith } from './open.ts';

let sandbox: OpenedSandbox;
before(async (t) => {
  const context = t as TestContext;
  sandbox = await open(context, folderOf(context));
});

const openTerminal = (command: string, seconds = 60): Promise<Terminal> =>
  sandbox.openTerminal({ command, folder: null, seconds, rows: 40, columns: 160 });

/** Looks until the screen shows it. */
async function shows(terminal: Terminal, wanted: RegExp): Promise<string> {
  for (;;) {
    const { screen } = await terminal.look();
    if (wanted.test(screen)) return screen;
    assert.equal(terminal.exit(), null, `it ended: ${screen}`);
    await terminal.wait(20, never);
  }
}

test('a terminal has its size, takes keys, shows what is drawn, and tells how its program ended', async () => {
  const terminal = await openTerminal(
    'stty size; read -r line; printf "\\e[31m%s %s\\e[0m" got "$line"; exit 3',
  );
  assert.equal(await shows(terminal, /\d/), '40 160');
  terminal.type('a word\n');
  await terminal.wait(60_000, never);
  assert.deepEqual(await terminal.look(), {
    fresh: '40 160\na word\ngot a word',
    screen: '40 160\na word\ngot a word',
  });
  assert.deepEqual(terminal.exit(), { code: 3, killed: null });
  terminal.type('nobody reads this');
  assert.equal(sandbox.terminal(terminal.handle), terminal);
  assert.equal(sandbox.terminal('99'), null);
  const next = await openTerminal('sleep 600');
  assert.equal(Number(next.handle), Number(terminal.handle) + 1);
  assert.equal(sandbox.terminal(terminal.handle), null);
});

test('who prints without end is slowed down, not killed, and Ctrl-C still reaches it', async () => {
  const terminal = await openTerminal(
    'trap "echo; echo caught; exit 5" INT; while :; do printf "%1000s\\n" y; done',
  );
  await shows(terminal, /y$/);
  await terminal.wait(500, never);
  terminal.type('\u0003');
  await terminal.wait(30_000, never);
  const { screen } = await terminal.look();
  assert.deepEqual(terminal.exit(), { code: 5, killed: null });
  assert.ok(screen.length <= 40 * 161);
});

test('who asks the terminal something by what is printed gets no answer, so that no file can type', async () => {
  const asks = "printf '\\e[6n\\e[c\\e[>c\\e[?6n\\e]10;?\\a\\eP$qm\\e\\\\\\e[21t'";
  const terminal = await openTerminal(`stty raw -echo; ${asks}; read -r -t 1 -n 1 key; echo "heard [$key]"`);
  assert.equal(await shows(terminal, /heard/), 'heard []');
});

test('a terminal that is waited for while the run is cancelled is let go of at once', async () => {
  const terminal = await openTerminal('sleep 600');
  const began = performance.now();
  await terminal.wait(60_000, AbortSignal.timeout(50));
  assert.ok(performance.now() - began < 10_000);
});

test('what runs in a terminal dies with the sandbox', async (t) => {
  const short = await open(t, folderOf(t));
  const mark = `600.${process.pid}`;
  const terminal = await short.openTerminal({
    command: `echo up; sleep ${mark} & sleep ${mark}`,
    folder: null,
    seconds: 600,
    rows: 40,
    columns: 160,
  });
  await shows(terminal, /up/);
  assert.ok(processesWith(mark).length > 0);
  await short.close();
  assert.deepEqual(processesWith(mark), []);
  assert.deepEqual(terminal.exit(), { code: null, killed: 'stopped' });
});
