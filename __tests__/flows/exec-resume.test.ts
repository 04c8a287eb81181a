import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Script, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { appears, type OiStage, openStage, type RunningOi } from '../support/oi.ts';
import { gitAt, write } from '../support/repository.ts';

const product = await dist();
const shell = (cmd: string) => ({ name: 'exec_command', args: { cmd } });
const echo: Turn[] = [{ calls: [shell('echo two >> list.txt')] }, { text: 'Done' }];
/** Whoever asks on after the end hears the end again. */
const played =
  (turns: readonly Turn[]): Script =>
  ({ turn }) =>
    turns[Math.min(turn, turns.length - 1)] ?? {};

/** Waits at a gate that git ignores, so that no rewind closes it again. */
const atTheGate =
  'echo before >> list.txt; touch begun; until [ -e gate ]; do sleep 0.05; done; echo after >> list.txt';
const gated: Turn[] = [{ calls: [shell(atTheGate)] }, { text: 'Done' }];

async function stageWith(script: Script): Promise<{ at: OiStage; model: SimModel }> {
  const model = await startModel({ script });
  after(model.close);
  const at = openStage(product, model);
  gitAt(at.folder, 'init', '--quiet');
  write(at.folder, { 'list.txt': 'one\n', '.gitignore': 'gate\n' });
  return { at, model };
}
/** A run that waits at the gate. */
async function startGated(): Promise<{ at: OiStage; running: RunningOi }> {
  const { at } = await stageWith(played(gated));
  const running = at.start(['Do it.']);
  await appears(join(at.folder, 'begun'));
  return { at, running };
}

test('a process that is killed in the middle of a command leaves a session that resumes', async () => {
  const { at, running } = await startGated();
  running.child.kill('SIGKILL');
  assert.equal((await running.ended).signal, 'SIGKILL');
  assert.equal(readFileSync(join(at.folder, 'list.txt'), 'utf8'), 'one\nbefore\n');
  write(at.folder, { gate: '' });

  const resumed = await at.run(['--resume', at.sessions()[0] ?? '']);

  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(
    resumed.stderr,
    /^The session goes on where it was cut off\.\nThe folder was put back to step \d+\. /,
  );
  assert.equal(readFileSync(join(at.folder, 'list.txt'), 'utf8'), 'one\nbefore\nafter\n');
  const [rewound] = only(at.log(), 'session.rewound');
  const kept = ['--git-dir', join(at.sessionFolder(), 'trees.git'), 'show', `${rewound?.kept}:list.txt`];
  assert.equal(gitAt(at.folder, ...kept), 'one\nbefore', 'what the folder held is kept');
});

test('a session in use is busy, which disturbs nobody', async () => {
  const { at, running } = await startGated();
  const [id = ''] = at.sessions();
  const second = await at.run(['--resume', id]);
  assert.equal(second.code, 2);
  assert.equal(
    second.stderr,
    `The session ${id} is in use by process ${running.child.pid}. Wait until that run has ended, or stop it. (session.busy)\n` +
      `Go on with: oi exec --resume ${id}\n`,
  );
  write(at.folder, { gate: '' });
  assert.equal((await running.ended).code, 0);
  assert.equal(readFileSync(join(at.folder, 'list.txt'), 'utf8'), 'one\nbefore\nafter\n');
});

test('a last line that was torn was never written', async () => {
  const { at } = await stageWith(played(echo));
  await at.run(['Do it.']);
  const [id = ''] = at.sessions();
  const file = join(at.sessionFolder(id), 'log.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  const returned = lines.findIndex((line) => line.includes('"type":"tool.returned"'));
  writeFileSync(file, `${lines.slice(0, returned).join('\n')}\n${lines[returned]?.slice(0, -9)}`);

  const resumed = await at.run(['--resume', id]);

  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(readFileSync(join(at.folder, 'list.txt'), 'utf8'), 'one\ntwo\n');
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
});

test('new words go on in the same conversation, in the session’s own folder and with its settings', async () => {
  const { at, model } = await stageWith(({ turn }) => ({ text: `Answer ${turn + 1}` }));
  await at.run(['--harness', 'mini-swe-agent-text', '--max-turns', '1', 'First words.']);
  await model.close();
  const { at: elsewhere, model: other } = await stageWith(played([{ text: 'No block.' }]));
  const words = ['--resume', at.sessions()[0] ?? '', 'And then this.'];
  const how = { cwd: elsewhere.folder, env: { OI_MODEL: undefined, OI_BASE_URL: other.baseUrl } };
  const { stderr } = await at.run([...words, '--max-turns', '1'], how);

  assert.match(stderr, /^Session .*\nsim\/model, harness mini-swe-agent-text /);
  const texts = (body: unknown): string[] =>
    (body as { messages: { content: string }[] }).messages.map(({ content }) => content);
  const [before, after] = [texts(model.requests[0]?.body), texts(other.requests[0]?.body)];
  assert.deepEqual(after.slice(0, before.length), before);
  assert.equal(after[before.length], 'Answer 1');
  assert.match(after.at(-1) ?? '', /And then this\./);
  assert.equal(last(at.log(), 'environment.seen')?.folder, at.folder);
});

test('a harness or wire that could not be had is not asked for again by the next run', async () => {
  const { at } = await stageWith(({ turn }) => ({ text: `Answer ${turn + 1}` }));
  await at.run(['--harness', 'pi', 'First words.']);
  const resumed = ['--resume', at.sessions()[0] ?? ''];
  for (const wrong of [
    ['--harness', 'pii'],
    ['--wire', 'responses'],
    ['--harness', 'zcode', '--wire', 'chat'],
  ])
    assert.equal((await at.run([...resumed, ...wrong, 'More.'])).code, 2);
  const { code, stdout, stderr } = await at.run(resumed);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^sim\/model, harness pi over chat /m);
  assert.equal(stdout, 'Answer 2\n');
});

test('a session is resumed nowhere else than in its folder', async () => {
  const { at } = await stageWith(played(echo));
  await at.run(['Do it.']);
  const [id = ''] = at.sessions();
  const elsewhere = join(at.home, 'elsewhere');
  write(elsewhere, { 'precious.txt': 'mine' });
  const refused = await at.run(['--resume', id, '-C', elsewhere]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /belongs to .*\/work, not to .*\/elsewhere\. Leave --cd away, .* \(input\.invalid\)\n$/,
  );
  assert.deepEqual(readdirSync(elsewhere), ['precious.txt']);
});

test('a session that is not there, or cannot be read, is named with what to do', async () => {
  const { at } = await stageWith(played([{ text: 'Done' }]));
  await at.run(['Do it.']);
  const [id = ''] = at.sessions();
  const file = join(at.sessionFolder(id), 'log.jsonl');
  const log = readFileSync(file, 'utf8');
  const complaint = async (id: string, text = log): Promise<string> => {
    writeFileSync(file, text);
    const { code, stdout, stderr } = await at.run(['--resume', id]);
    assert.deepEqual([code, stdout], [2, '']);
    return stderr;
  };
  assert.match(
    await complaint('nowhere'),
    /^There is no session nowhere\. Take the name .* \(session\.unknown\)\n$/,
  );
  assert.match(await complaint('../../../../work'), /^There is no session .* \(session\.unknown\)\n$/);
  assert.match(await complaint(id, log.replace('"seq":3', '"seq":4')), /^Line 3 .* \(session\.damaged\)\n$/);
  assert.match(
    await complaint(id, log.replace('"version":1', '"version":99')),
    /format 99; .* \(session\.newer\)\n$/,
  );
});
