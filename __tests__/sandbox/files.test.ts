import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openFiles } from '../../src/sandbox/files.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn, textOf, whyOf } from '../support/hands.ts';

const folder = temporaryFolder();
writeFileSync(join(folder, 'a'), 'text');
writeFileSync(join(folder, 'aaaa'), `${'a'.repeat(60)}!\n`);
const endless = '^(a+)+$';
const everywhere = {
  path: '.',
  glob: null,
  ignoreCase: false,
  before: 0,
  after: 0,
  skip: 0,
  limit: 10,
  ignored: false,
};

test('nothing is launched before the first call, and one process serves all', async () => {
  const { files, children } = handsOn(folder);
  assert.equal(children.length, 0);
  const answers = await Promise.all([files.read('a'), files.read('missing'), files.read('a')]);
  assert.deepEqual(answers.map(textOf), ['text', null, 'text']);
  assert.equal(children.length, 1);
});

test('a call past its deadline is given up, its process dies, and the next call has a new one', async () => {
  const { files, children } = handsOn(folder, { deadlineMilliseconds: 3000 });
  assert.match(
    whyOf(await files.grep(endless, everywhere)),
    /^It was given up after 3 seconds\. Ask for less/,
  );
  assert.equal(children[0]?.killed, true);
  assert.equal(textOf(await files.read('a')), 'text');
  assert.equal(children.length, 2);
});

test('a process that died is replaced, once per call, and a change is not made twice', async () => {
  const { files, children } = handsOn(folder);
  await files.read('a');
  await kill(children[0]);
  assert.equal(textOf(await files.read('a')), 'text');
  const searching = files.grep(endless, everywhere);
  while (children.length < 2) await new Promise(setImmediate);
  await kill(children[1]);
  while (children.length < 3) await new Promise(setImmediate);
  await kill(children[2]);
  assert.match(whyOf(await searching), /^The process that works on files ended before it answered\.$/);
  assert.equal(textOf(await files.read('a')), 'text');
  assert.equal(children.length, 4);
});

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) throw new Error('it was not launched');
  const gone = new Promise((done) => child.once('close', done));
  child.kill('SIGKILL');
  await gone;
}

test('after close every call is answered, the one under way as well', async () => {
  const { files } = handsOn(folder);
  const searching = files.grep(endless, everywhere);
  const waiting = files.read('a');
  await new Promise(setImmediate);
  files.close();
  assert.equal(whyOf(await searching), 'The sandbox is closed.');
  assert.equal(whyOf(await waiting), 'The sandbox is closed.');
  assert.equal(whyOf(await files.read('a')), 'The sandbox is closed.');
});

test('a launch that throws fails its call and no other', async () => {
  let broken = true;
  const files = openFiles({
    deadlineMilliseconds: 10_000,
    launch() {
      if (broken) throw new Error('no sandbox');
      return hostile('process.stdin.once("data", () => say({ id: 2, ok: false, why: "w" }))');
    },
  });
  await assert.rejects(files.read('a'), /no sandbox/);
  broken = false;
  assert.equal(whyOf(await files.remove('a')), 'w');
  files.close();
});

const hostiles: ChildProcess[] = [];
after(() => {
  for (const child of hostiles) child.kill('SIGKILL');
});

/** Somebody else's program in place of the hands. */
function hostile(program: string) {
  const say = 'const say = (x) => process.stdout.write(JSON.stringify(x) + "\\n");';
  const child = spawn(process.execPath, ['-e', say + program], { stdio: ['pipe', 'pipe', 'ignore'] });
  hostiles.push(child);
  return { stdin: child.stdin, stdout: child.stdout, kill: () => child.kill('SIGKILL') };
}

const whenAsked = (then: string): string => `process.stdin.once("data", () => { ${then} });`;
const senseless: { readonly [title: string]: string } = {
  'no JSON': whenAsked('process.stdout.write("hello\\n")'),
  'another id': whenAsked('say({ id: 77, ok: true, value: { content: "", bytes: 1 } })'),
  'no value': whenAsked('say({ id: 1, ok: true })'),
  'a value of another shape': whenAsked('say({ id: 1, ok: true, value: { content: 5, bytes: "x" } })'),
  'a negative size': whenAsked('say({ id: 1, ok: true, value: { content: "", bytes: -1 } })'),
  'two answers at once': whenAsked('process.stdout.write("{}\\n{}\\n")'),
  'deep nesting': whenAsked('process.stdout.write("[".repeat(5e6) + "\\n")'),
  'a line without end': whenAsked('const more = () => process.stdout.write("x".repeat(1e6), more); more()'),
  'a prototype': whenAsked(
    'process.stdout.write(\'{"__proto__":{"id":1,"ok":true,"value":{"content":"","bytes":1}}}\\n\')',
  ),
};

for (const [title, program] of Object.entries(senseless)) {
  test(`a process that answers nonsense is replaced, and the host is unharmed: ${title}`, async () => {
    let launches = 0;
    const launch = () => {
      launches++;
      return hostile(program);
    };
    const files = openFiles({ deadlineMilliseconds: 30_000, launch });
    assert.match(whyOf(await files.read('a')), /makes no sense\.$/);
    assert.match(whyOf(await files.remove('a')), /makes no sense\. It may have been done all the same/);
    assert.ok(launches >= 2);
    files.close();
  });
}

test('a process that speaks unasked is replaced', async () => {
  const program = `${whenAsked('say({ id: 1, ok: true, value: null })')} setInterval(() => say(1), 50);`;
  const launched: ReturnType<typeof hostile>[] = [];
  const launch = () => {
    const one = hostile(launched.length === 0 ? program : whenAsked('say({ id: 2, ok: true, value: null })'));
    launched.push(one);
    return one;
  };
  const files = openFiles({ deadlineMilliseconds: 30_000, launch });
  assert.ok((await files.remove('a')).ok);
  await new Promise((done) => launched[0]?.stdout.once('close', done));
  assert.ok((await files.remove('a')).ok);
  files.close();
});

test('a list of millions is refused before it is looked at', async () => {
  const program = whenAsked(
    'process.stdout.write(\'{"id":1,"ok":true,"value":{"more":false,"found":[\' + "1,".repeat(1.9e6) + "1]}}\\n")',
  );
  const files = openFiles({ deadlineMilliseconds: 30_000, launch: () => hostile(program) });
  const before = process.memoryUsage().rss;
  assert.match(whyOf(await files.list('.', { depth: 1, limit: 10, ignored: false })), /makes no sense/);
  assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024);
  files.close();
});
