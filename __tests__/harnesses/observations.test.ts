import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../src/core/model.ts';
import { failure, type ToolResult } from '../../src/core/tool.ts';
import { begin, block, call, harness, output, play, ran, reply, text, textIn } from '../harness/play.ts';

/** What the model reads after a call whose result was this. */
async function seen(id: string, said: Item, result: ToolResult): Promise<string> {
  const at = begin(id);
  const made = await harness(id);
  play(at, made, [reply(said)], () => result);
  return textIn(made.encode(at.entries).messages.at(-1));
}
const exec = (result: ToolResult) => seen('native', call('exec_command', { cmd: 'x' }), result);
const stdin = (result: ToolResult) => seen('native', call('write_stdin', { session_id: 1 }), result);
const patch = (result: ToolResult) => seen('native', call('apply_patch', { input: 'x' }), result);
const mini = async (result: ToolResult): Promise<unknown> =>
  JSON.parse(await seen('mini-swe-agent', call('bash', { command: 'x' }), result));
const fenced = (result: ToolResult) => seen('mini-swe-agent-text', text(block('x')), result);

const big = ran('', { output: output('h'.repeat(8192), 't'.repeat(8192), 52_412_416, '/tmp/out/1') });
const timeout = ran('', { code: null, killed: 'timeout', milliseconds: 120_000, output: output('partial') });
const running = ran('', { code: null, handle: '7', milliseconds: 10_000, output: output('listening\n') });

test('native: a command’s answer is a header and the raw output, whatever its exit code', async () => {
  const ok = await exec(ran('ok\n'));
  assert.match(ok, /^Chunk ID: [0-9a-f]{6}\n/);
  assert.equal(
    ok.replace(/^.*\n/, ''),
    'Wall time: 1.2340 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nok\n',
  );
  assert.match(
    await exec(ran('<b> & "c"', { code: 2 })),
    /code 2\nOriginal token count: 3\nOutput:\n<b> & "c"$/,
  );
  assert.match(await exec(ran('')), /code 0\nOriginal token count: 0\nOutput:\n$/);
});

test('native: the chunk id is the same whenever the log is read again, and another for another call', async () => {
  const at = begin('native');
  const native = await harness('native');
  play(at, native, [reply(call('exec_command', { cmd: 'x' }, 'a'), call('exec_command', { cmd: 'x' }, 'b'))]);
  const [one, two] = native.encode(at.entries).messages.slice(-2).map(textIn);
  const again = (await harness('native')).encode(structuredClone(at.entries)).messages.slice(-2).map(textIn);
  assert.deepEqual([one, two], again);
  assert.notEqual(one?.split('\n')[0], two?.split('\n')[0]);
});

test('native: a command that goes on is told with its session, and write_stdin answers in the same form', async () => {
  const form =
    /^Chunk ID: [0-9a-f]{6}\nWall time: 10\.0000 seconds\nProcess running with session ID 7\nOriginal token count: 3\nOutput:\nlistening\n$/;
  assert.match(await exec(running), form);
  assert.match(await stdin(running), form);
});

test('native: long output keeps its head and tail, and says how long it was and where all of it is', async () => {
  const said = await exec(big);
  const tokens = (52_412_416 + 2 * 8192) / 4;
  assert.match(
    said,
    new RegExp(
      `Original token count: ${tokens}\nOutput:\nWarning: truncated output \\(original token count: ${tokens}\\)\nWhole output: /tmp/out/1\n\nh{8192}\n…52412416 characters truncated…\nt{8192}$`,
    ),
  );
  assert.ok(Buffer.byteLength(said) <= 20_000);
});

test('native: a killed command says so, and one that never ran says why', async () => {
  assert.match(await exec(timeout), /^Process killed: it ran into its time limit$/m);
  assert.match(await exec(timeout), /Output:\npartial$/);
  assert.equal(await exec(failure('There is no folder `lib`.')), 'There is no folder `lib`.');
  const ended = failure('The command has ended.', ran('bye\n').fields);
  assert.match(
    await stdin(ended),
    /^The command has ended\.\nChunk ID: [0-9a-f]{6}\nWall time: [\s\S]*Output:\nbye\n$/,
  );
});

test('native: a patch answers with its exit code, its time and one line per file; a plan with an acknowledgement', async () => {
  const files = [
    { op: 'M', path: 'a.ts' },
    { op: 'A', path: 'b.ts' },
  ];
  assert.match(
    await patch({ ok: true, fields: { files } }),
    /^Exit code: 0\nWall time: [\d.]+ seconds\nOutput:\nSuccess\. Updated the following files:\nM a\.ts\nA b\.ts\n$/,
  );
  assert.match(
    await patch(failure('No such lines.')),
    /^Exit code: 1\nWall time: [\d.]+ seconds\nOutput:\nNo such lines\.$/,
  );
  const at = { path: 'a.ts', absolute: '/repo/a.ts', lines: 'one\n<two>' };
  const fails = (fault: string) => patch(failure('No.', { ...at, fault }));
  assert.equal(
    await fails('absent'),
    'apply_patch verification failed: Failed to find expected lines in /repo/a.ts:\none\n<two>',
  );
  assert.equal(
    await fails('missing'),
    'apply_patch verification failed: Failed to read file to update /repo/a.ts: No such file or directory (os error 2)',
  );
  assert.match(await fails('folder'), /^Exit code: 1\n.*\nOutput:\nFailed to write file \/repo\/a\.ts\n$/);
  assert.equal(
    await seen('native', call('update_plan', { plan: [] }), { ok: true, fields: {} }),
    'Plan updated',
  );
});

test('mini-swe-agent: an observation is JSON with returncode and output', async () => {
  assert.deepEqual(await mini(ran('a "b" <c>\n')), { returncode: 0, output: 'a "b" <c>\n' });
  assert.deepEqual(await mini(ran('', { code: 3 })), { returncode: 3, output: '' });
});

test('mini-swe-agent: from 10,000 characters on, an observation has a head, a tail and a warning instead', async () => {
  const said = (await mini(big)) as Record<string, unknown>;
  assert.deepEqual(Object.keys(said), [
    'returncode',
    'output_head',
    'output_tail',
    'elided_chars',
    'output_file',
    'warning',
  ]);
  assert.equal(said['output_head'], 'h'.repeat(5000));
  assert.equal(said['output_tail'], 't'.repeat(5000));
  assert.equal(said['elided_chars'], 52_412_416 + 2 * 8192 - 10_000);
  assert.equal(said['output_file'], '/tmp/out/1');
  const whole = (await mini(ran(`${'a'.repeat(6000)}${'b'.repeat(6000)}`))) as Record<string, unknown>;
  assert.equal(whole['output_tail'], 'b'.repeat(5000));
  assert.equal(whole['elided_chars'], 2000);
  assert.equal(whole['output_file'], null);
  assert.deepEqual(await mini(ran('a'.repeat(9999))), { returncode: 0, output: 'a'.repeat(9999) });
});

test('mini-swe-agent: a killed command has returncode -1, what it printed, and the cause', async () => {
  const exception_info = 'The command ran into its time limit and was killed.';
  assert.deepEqual(await mini(timeout), { returncode: -1, output: 'partial', exception_info });
  assert.deepEqual(await mini(failure('No "bash".')), {
    returncode: -1,
    output: '',
    exception_info: 'No "bash".',
  });
});

test('the text variant: tags instead of JSON', async () => {
  assert.equal(await fenced(ran('total 44\n')), '<returncode>0</returncode>\n<output>\ntotal 44\n</output>');
  assert.equal(await fenced(ran('')), '<returncode>0</returncode>\n<output>\n</output>');
  assert.equal(
    await fenced(timeout),
    '<returncode>-1</returncode>\n<output>\npartial</output>\n<exception>The command ran into its time limit and was killed.</exception>',
  );
  assert.match(
    await fenced(big),
    /^<returncode>0<\/returncode>\n<warning>\n.*\/tmp\/out\/1\.\n<\/warning>\n<output_head>\nh{5000}\n<\/output_head>\n<elided_chars>\n52418800 characters elided\n<\/elided_chars>\n<output_tail>\nt{5000}\n<\/output_tail>$/,
  );
});

test('a character of two halves that a cut falls into does no harm', async () => {
  const said = (await mini(ran(`x${'😀'.repeat(10_000)}`))) as Record<string, string>;
  assert.ok(said['output_head']?.isWellFormed() && said['output_tail']?.isWellFormed());
});
