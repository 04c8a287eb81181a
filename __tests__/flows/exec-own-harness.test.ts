// A harness of the folder's own on the command line, and what becomes of a session when it changes meanwhile.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Script, type SimModel, startModel } from '../../sim/model/index.ts';
import { only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { appears, type OiStage, openStage } from '../support/oi.ts';
import { write } from '../support/repository.ts';

const product = await dist();
const home = '.github/oi/harnesses/ours';
const shell = (cmd: string) => ({ name: 'exec_command', args: { cmd } });
const messages = (model: SimModel): { role: string; content: string }[] =>
  (model.requests.at(-1)?.body['messages'] ?? []) as { role: string; content: string }[];
const system = (model: SimModel): string => messages(model)[0]?.content ?? '';

/** A folder without git whose harness is ours with other words, and a model. */
async function stageWith(script: Script): Promise<{ at: OiStage; model: SimModel }> {
  const model = await startModel({ script });
  after(model.close);
  const at = openStage(product, model);
  write(at.folder, {
    'a.txt': 'one\n',
    [`${home}/harness.yml`]: 'extends: native\n',
    [`${home}/system.md`]: 'You are the first.\n',
  });
  return { at, model };
}
const run = (at: OiStage, ...args: string[]) => at.run(['--harness', 'ours', ...args]);

test('the folder itself says what its harness is, and the agent cannot change it', async () => {
  const { at, model } = await stageWith([
    { calls: [shell(`echo evil > ${home}/system.md; echo two > a.txt`)] },
    { text: 'Done' },
  ]);
  const ran = await run(at, 'Mend it.');
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(model.violations, []);
  assert.ok(system(model).startsWith('You are the first.'), system(model));
  assert.match(ran.stderr, /^sim\/model, harness ours over chat \(It was asked for\.\)$/m);
  assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'two\n');
  assert.equal(readFileSync(join(at.folder, home, 'system.md'), 'utf8'), 'You are the first.\n');
});

/** A session that was killed while a command ran. */
async function cutOff(): Promise<{ at: OiStage; model: SimModel }> {
  const wait = 'touch begun; until [ -e gate ]; do sleep 0.05; done; echo two > a.txt';
  const { at, model } = await stageWith(
    ({ turn }) => [{ calls: [shell(wait)] }, { text: 'Done' }][turn] ?? {},
  );
  // A rewind leaves alone what git ignores.
  write(at.folder, { '.gitignore': 'gate\n' });
  const running = at.start(['--harness', 'ours', 'Mend it.']);
  await appears(join(at.folder, 'begun'));
  running.child.kill('SIGKILL');
  await running.ended;
  write(at.folder, { [`${home}/system.md`]: 'You are the second.\n', gate: '' });
  return { at, model };
}

test('a session that was cut off goes on with the harness that it began with, whatever the folder says now', async () => {
  const { at, model } = await cutOff();
  const before = system(model);
  const resumed = await at.run(['--resume', at.sessions()[0] ?? '']);

  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(before, /^You are the first\./);
  assert.ok(model.requests.length > 1);
  assert.equal(system(model), before);
  assert.equal(only(at.log(), 'harness.chosen').length, 1);
  assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'two\n');
});

test('where that harness is lost, the session says so and makes do with no other', async () => {
  const { at, model } = await cutOff();
  rmSync(join(at.sessionFolder(), 'blobs', only(at.log(), 'harness.chosen')[0]?.own ?? 'none'));
  const resumed = await at.run(['--resume', at.sessions()[0] ?? '']);
  assert.equal(resumed.code, 1);
  assert.match(resumed.stderr, /The stored bytes [0-9a-f]{12} are not there\. .*\(blob\.missing\)/);
  assert.equal(model.requests.length, 1);
  assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'one\n');
});

test('a new prompt reads the folder anew, and what was said under the old rules is told in the new ones', async () => {
  const block = '```mswea_bash_command\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```';
  const { at, model } = await stageWith(
    ({ turn }) =>
      [{ calls: [shell('echo two > a.txt')] }, { text: 'Done' }, { text: `All is done.\n\n${block}` }][
        turn
      ] ?? {},
  );
  assert.equal((await run(at, 'Mend it.')).code, 0);
  write(at.folder, {
    [`${home}/harness.yml`]: 'extends: mini-swe-agent-text\n',
    [`${home}/system.md`]: 'You are the second.\n',
  });

  const next = await at.run(['--resume', at.sessions()[0] ?? '', 'And now?']);

  assert.equal(next.code, 0, next.stderr);
  assert.ok(system(model).startsWith('You are the second.'), system(model));
  const [first, second, ...more] = only(at.log(), 'harness.chosen');
  assert.deepEqual(more, []);
  assert.deepEqual([first?.harness, second?.harness], ['ours', 'ours']);
  assert.notEqual(first?.own, second?.own);
  const said = messages(model).filter(({ role }) => role === 'assistant');
  assert.match(said[0]?.content ?? '', /^```mswea_bash_command\necho two > a\.txt\n```$/);
  assert.ok(!JSON.stringify(messages(model)).includes('tool_calls'));
  assert.deepEqual(model.violations, []);
});

test('a new prompt whose harness is gone says so, and another one goes on with what was done', async () => {
  const { at, model } = await stageWith(
    ({ turn }) =>
      [{ calls: [shell('echo two > a.txt')] }, { text: 'Done' }, { text: 'All is well.' }][turn] ?? {},
  );
  assert.equal((await run(at, 'Mend it.')).code, 0);
  rmSync(join(at.folder, home), { recursive: true });
  const [id = ''] = at.sessions();

  const asked = model.requests.length;
  const lost = await at.run(['--resume', id, 'And now?']);
  assert.equal(lost.code, 2);
  assert.match(lost.stderr, /There is no harness "ours"\. There are .*native.* \(harness\.unknown\)/);
  assert.equal(model.requests.length, asked);

  const next = await at.run(['--resume', id, '--harness', 'pi', 'And now?']);
  assert.equal(next.code, 0, next.stderr);
  const calls = messages(model).flatMap((said) => ('tool_calls' in said ? [said.tool_calls] : []));
  assert.match(
    JSON.stringify(calls),
    /"name":"bash","arguments":"\{\\"command\\":\\"echo two > a\.txt\\"\}"/,
  );
  assert.deepEqual(model.violations, []);
});

test('mistakes and misspelt names are told before anything is asked', async () => {
  const { at, model } = await stageWith([{ text: 'Done' }]);
  write(at.folder, { [`${home}/harness.yml`]: 'extends: native\nagain: [gone.md]\n' });
  const wrong = await run(at, 'Mend it.');
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.stderr,
    /^\.github\/oi\/harnesses\/ours\/harness\.yml:2:9: There is no file `gone\.md`\./m,
  );
  assert.match(wrong.stderr, /\(harness\.invalid\)/);
  const lost = await at.run(['--harness', '../ours', 'Mend it.']);
  assert.match(lost.stderr, /There is no harness "\.\.\/ours"\. .*\(harness\.unknown\)/);
  assert.equal(model.requests.length, 0);
});
