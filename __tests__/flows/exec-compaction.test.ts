import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { type Question, startModel, type Turn } from '../../sim/model/index.ts';
import { type Entry, last, only } from '../../src/core/session.ts';
import { exec } from '../../src/entry/exec.ts';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { usage } from '../../src/views/usage.ts';
import { dist } from '../support/dist.ts';
import { openStage } from '../support/oi.ts';

const product = await dist();
const steps = 8;
const window = 8000;

/** A step prints so much that all of them together are more than the model takes; it tells itself how far it came. */
function work({ messages, newest, tools }: Question): Turn {
  const said = JSON.stringify(messages);
  const done = Math.max(0, ...[...said.matchAll(/\bstep (\d+)/gi)].map(([, step]) => Number(step)));
  const thinking = 'What comes next?';
  if (/handover to yourself|context is nearly full/.test(newest))
    return { thinking, text: `I did step ${done}. Notes for me alone.` };
  if (done === steps) return { thinking, text: 'All is done\n\nEach step once.' };
  const command = `echo ${done + 1} >> steps.txt; printf 'x%.0s' $(seq 5000); echo; echo "did step $((${done} + 1))"`;
  const call = tools.includes('Bash')
    ? { name: 'Bash', args: { command } }
    : { name: 'exec_command', args: { cmd: command } };
  return { thinking, text: `Step ${done + 1}.`, calls: [call] };
}
const each = Array.from({ length: steps }, (_, index) => `${index + 1}\n`).join('');

test('a conversation that outgrows the model’s window goes on, in a shorter form, to its end', async () => {
  const model = await startModel({ script: work, window });
  after(model.close);
  const at = openStage(product, model);
  const { code, stdout, stderr } = await at.run(['--harness', 'native', '--json', 'Do all the steps.']);
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(join(at.folder, 'steps.txt'), 'utf8'), each);
  assert.deepEqual(model.violations, []);

  const log = at.log();
  const [opened] = only(log, 'compaction.opened');
  assert.equal(opened?.why, 'overflow');
  const closed = last(log, 'compaction.closed') ?? assert.fail('it was never shorter');
  assert.ok(closed.after < closed.before);
  assert.match(closed.notes.join(), /I did step \d\. Notes for me alone\./);

  // The task stands in every request, and what the notes took the place of in none after them.
  assert.ok(model.requests.every(({ bytes }) => bytes.includes('Do all the steps.')));
  const finally_ = model.requests.at(-1)?.bytes.toString() ?? '';
  assert.match(finally_, /Notes for me alone/);
  assert.doesNotMatch(finally_, /did step 1\b/);

  // Notes are paid for, and said to nobody.
  const { input, output } = usage(log);
  assert.deepEqual({ input, output }, { input: model.told.input, output: model.told.output });
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; usage?: object });
  assert.doesNotMatch(stdout, /Notes for me alone/);
  assert.deepEqual(events.at(-1)?.usage, {
    input_tokens: input,
    cached_input_tokens: 0,
    output_tokens: output,
  });

  const page = transcript(log, { title: 's' });
  assert.match(page, /The conversation is made shorter\. The provider says that it is too long/);
  assert.match(page, /Notes in its place|Notes for me alone/);
  assert.match(page, /did step 1\b/, 'what was left out is still shown where it was said');
});

for (const [harness, wire] of [
  ['native', 'responses'],
  ['claude-code', 'messages'],
] as const) {
  test(`so it does over ${wire}, whose rules a shorter conversation keeps`, async () => {
    const model = await startModel({ script: work, window: 10_000 });
    after(model.close);
    const at = openStage(product, model);
    const { code, stderr } = await at.run(['--harness', harness, '--wire', wire, 'Do all the steps.']);
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(join(at.folder, 'steps.txt'), 'utf8'), each);
    assert.ok(last(at.log(), 'compaction.closed')?.notes.join().includes('Notes for me alone'));
    assert.match(model.requests.at(-1)?.bytes.toString() ?? '', /Notes for me alone/);
    assert.deepEqual(model.violations, []);
  });
}

test('without compaction it ends as a conversation that is too long', async () => {
  const model = await startModel({ script: work, window });
  after(model.close);
  const at = openStage(product, model);
  const own = join(at.folder, '.github/oi/harnesses/endless');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'harness.yml'), 'extends: native\ncompaction: null\n');
  const { code, stderr } = await at.run(['--harness', 'endless', 'Do all the steps.']);
  assert.equal(code, 4);
  assert.match(stderr, /The conversation has become too long for sim\/model/);
  assert.equal(only(at.log(), 'compaction.opened').length, 0);
});

test('a model whose window holds not even the task ends so, after few requests', async () => {
  const model = await startModel({ script: work, window: 500 });
  after(model.close);
  const at = openStage(product, model);
  const { code, stderr } = await at.run(['--harness', 'native', 'Do all the steps.']);
  assert.equal(code, 4);
  assert.match(stderr, /The conversation has become too long for sim\/model/);
  assert.ok(model.requests.length <= 2, `${model.requests.length} requests`);
});

test('cut off anywhere in a compaction, it goes on to the same end, and no step is done twice', async (t) => {
  const model = await startModel({ script: work, window });
  after(model.close);
  const at = openStage(product, model);
  const first = await at.run(['--harness', 'native', 'Do all the steps.']);
  assert.equal(first.code, 0, first.stderr);
  const [name = ''] = at.sessions();
  const log = at.log();
  const state = join(at.home, 'state-finally');
  cpSync(at.sessionFolder(name), state, { recursive: true });
  const from = log.findIndex(({ type }) => type === 'compaction.opened') - 1;
  const to = log.findIndex(({ type }) => type === 'compaction.closed') + 2;
  for (let cut = from; cut <= to; cut++) {
    const left = log.slice(0, cut);
    putBack(left);
    const { code, stderr } = await resume();
    const where = `cut after ${cut} (${left.at(-1)?.type}): ${stderr}`;
    assert.equal(code, 0, where);
    assert.equal(readFileSync(join(at.folder, 'steps.txt'), 'utf8'), each, where);
    assert.equal(at.log(name).filter(({ type }) => type === 'compaction.closed').length > 0, true, where);
  }
  assert.deepEqual(model.violations, []);
  t.diagnostic(`${to - from + 1} resumes`);

  function putBack(left: readonly Entry[]): void {
    const done = only(left, 'tool.returned').length;
    writeFileSync(
      join(at.folder, 'steps.txt'),
      each
        .split('\n')
        .slice(0, done)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const session = at.sessionFolder(name);
    rmSync(session, { recursive: true, force: true });
    cpSync(state, session, { recursive: true });
    writeFileSync(join(session, 'log.jsonl'), left.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
  async function resume(): Promise<{ code: number; stderr: string }> {
    let stderr = '';
    const code = await exec(['-C', at.folder, '--resume', name, '--harness', 'native'], {
      env: at.env,
      stdin: Readable.from([]),
      stdout: { write: () => undefined },
      stderr: { write: (said) => (stderr += said) },
      signal: new AbortController().signal,
    });
    return { code, stderr };
  }
});
