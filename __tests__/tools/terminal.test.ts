import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ToolResult } from '../../src/core/tool.ts';
import { bothEnds } from '../../src/tools/typing/both-ends.ts';
import { keystrokes } from '../../src/tools/typing/keystrokes.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const sandbox = await bareSandbox(temporaryFolder());
const { folder } = sandbox;
const call = callerIn(sandbox);
const prompt = `${folder}$`;
const shown = ({ fields }: ToolResult): string => {
  const { head, tail } = fields['output'] as { head: string; tail: string };
  return head + tail;
};

/** Types, and waits until it shows: what a command takes depends on the machine. */
async function typed(texts: string[], wanted: RegExp, handle?: string): Promise<ToolResult> {
  const keys = texts.map((text) => ({ text, seconds: 0 }));
  let result = await call('terminal', { handle: handle ?? null, keys });
  let all = shown(result);
  for (let looks = 0; !wanted.test(all); looks++) {
    assert.ok(looks < 100, `it never showed ${wanted}: ${all}`);
    const wait = [{ text: '', seconds: 0.1 }];
    result = await call('terminal', { handle: String(result.fields['handle']), keys: wait });
    all += shown(result);
  }
  return { ...result, fields: { ...result.fields, all } };
}

test('a call without a handle opens a terminal in the workspace, with a prompt that says where it is', async () => {
  const { ok, fields } = await call('terminal', {});
  assert.deepEqual(
    [ok, fields],
    [
      true,
      {
        handle: fields['handle'],
        typed: 0,
        lost: false,
        fresh: true,
        output: { head: prompt, omitted: 0, tail: '', file: null },
        ended: false,
        code: null,
        killed: null,
      },
    ],
  );
});

test('what is typed is there for the next call, and each answer has what is new', async () => {
  const first = await typed(['cd /\n'], /\n\/\$$/);
  assert.equal(first.fields['all'], `${prompt} cd /\n/$`);
  const handle = String(first.fields['handle']);
  await typed(['x=5\n'], /x=5\n\/\$$/, handle);
  const second = await typed(['echo "$PWD $x"\n'], /\/ 5\n\/\$$/, handle);
  assert.equal(second.fields['all'], '/$ echo "$PWD $x"\n/ 5\n/$');
  assert.equal(second.fields['typed'], 1);
});

test('a file that is typed has what was typed, tabs, quotes and exclamation marks too', async () => {
  const line = '\tif [ "$a" != "b!c" ]; then echo `x` é漢 # a \\ b\n';
  const text = `${line.repeat(300)}all:\n\t@echo !!\n`;
  await typed([`cat > typed.txt <<'EOF'\n${text}EOF\n`, 'echo "all "there\n'], /\nall there\n/);
  assert.equal(readFileSync(join(folder, 'typed.txt'), 'utf8'), text);
});

test('keys by name are keys where they stand alone, and text else', async () => {
  const { fields } = await typed(['cat\n', 'C-c is text\n'], /C-c is text\nC-c is text/);
  const handle = String(fields['handle']);
  assert.match(shown(await typed(['C-c'], /\$$/, handle)), /\^C\n.*\$$/);
  assert.deepEqual(['C-c', 'C-d', 'c-Z', 'Escape', 'Enter', 'C-c\n', 'C-cc', 'ls\n'].map(keystrokes), [
    '\u0003',
    '\u0004',
    '\u001a',
    '\u001b',
    '\r',
    'C-c\n',
    'C-cc',
    'ls\n',
  ]);
});

test('a program that fills the screen is told as a screen', async () => {
  const full = await typed([`printf '\\e[?1049h\\e[1;1H%s' whole; sleep 600\n`], /^whole$/);
  assert.deepEqual([full.fields['fresh'], shown(full)], [false, 'whole']);
});

test('a shell that ends is told with its code, the rest is not typed, and a new one is open', async () => {
  const { fields } = await call('terminal', {
    keys: [{ text: 'exit 3\n', seconds: 60 }, { text: 'touch later\n' }],
  });
  assert.deepEqual([fields['ended'], fields['code'], fields['killed'], fields['typed']], [true, 3, null, 1]);
  assert.equal((await call('read', { path: join(folder, 'later') })).ok, false);
  const next = await typed(['echo "here $((1 + 1))"\n'], /here 2/, String(fields['handle']));
  assert.equal(next.fields['lost'], false);
});

test('into a terminal that is gone nothing is typed, and a new one shows its screen', async () => {
  const { fields } = await call('terminal', { handle: '99', keys: [{ text: 'touch lost\n' }] });
  assert.deepEqual([fields['lost'], fields['typed'], fields['fresh']], [true, 0, false]);
  assert.equal(shown({ ok: true, fields }), prompt);
  assert.equal((await call('read', { path: join(folder, 'lost') })).ok, false);
  assert.equal(sandbox.terminal(String(fields['handle']))?.exit(), null);
});

test('a wait is at most a minute, and over at once when the run is cancelled', async () => {
  const began = performance.now();
  const cancelled = callerIn(sandbox, AbortSignal.timeout(300));
  const keys = [{ text: 'sleep 600\n', seconds: 100 }, { text: 'touch late\n' }];
  const { fields } = await cancelled('terminal', { keys });
  assert.equal(fields['typed'], 1);
  assert.ok(performance.now() - began < 30_000);
});

test('of a long text both ends are handed on, cut between characters, with what lies between counted', () => {
  const { head, omitted, tail, omittedBytes } = bothEnds(`a${'👍'.repeat(10_000)}`);
  assert.deepEqual([head.length, tail.length, omitted, omittedBytes], [8191, 8192, 3618, 7236]);
  assert.deepEqual([head.isWellFormed(), tail.isWellFormed()], [true, true]);
  assert.deepEqual(bothEnds('short'), { head: 'short', omitted: 0, tail: '', file: null });
});

test('what is not a list of texts is told', async () => {
  const { ok, ...rest } = await call('terminal', { keys: [{ keystrokes: 'ls' }] });
  assert.equal(ok, false);
  assert.match('why' in rest ? String(rest.why) : '', /`keys\[0\]\.text` is missing/);
});
