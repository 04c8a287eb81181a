import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { type Script, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { type Entry, last, only } from '../../src/core/session.ts';
import { exec } from '../../src/entry/exec.ts';
import { openLocalWorld } from '../../src/entry/local-world.ts';
import { run } from '../../src/run.ts';
import { dist } from '../support/dist.ts';
import { settings } from '../support/entries.ts';
import { appears, type OiStage, openStage, type RunningOi } from '../support/oi.ts';
import { gitAt, treeByGit, write } from '../support/repository.ts';

const product = await dist();
const shell = (cmd: string) => ({ name: 'exec_command', args: { cmd } });
const bash = (command: string) => ({ name: 'bash', args: { command } });
const applyPatch = (...lines: string[]) => ({
  name: 'apply_patch',
  args: { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
});
const start = { 'list.txt': 'one\n', 'notes.txt': 'a\nb\nc\n', 'old.txt': 'old\n' };

/** None of these may happen twice, and none can be done on what a later one leaves. */
const conversations: Record<string, Turn[]> = {
  native: [
    { text: 'I look.', calls: [shell('echo two >> list.txt; cat list.txt')] },
    {
      calls: [
        { name: 'no_such_tool', args: {} },
        shell('test ! -e mark && touch mark && chmod +x notes.txt && mkdir new && mv old.txt new/moved.txt'),
        applyPatch(
          '*** Update File: notes.txt',
          '@@',
          ' a',
          '-b',
          '+B',
          ' c',
          '*** Add File: new/added.txt',
          '+x',
        ),
      ],
    },
    {
      calls: [
        applyPatch(
          '*** Delete File: list.txt',
          '*** Update File: new/moved.txt',
          '*** Move to: old.txt',
          '@@',
          '-old',
          '+new',
        ),
      ],
    },
    { text: 'All done\n\nNothing twice.' },
  ],
  'mini-swe-agent': [
    { text: 'I look.', calls: [bash('echo two >> list.txt; cat list.txt')] },
    {
      calls: [
        bash('echo three >> list.txt && mkdir new && mv old.txt new/moved.txt'),
        bash('echo y >> notes.txt'),
      ],
    },
    { text: 'I forgot to call.' },
    { calls: [bash('test ! -e mark && touch mark && chmod +x notes.txt && rm list.txt')] },
    { calls: [bash('printf "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\\nAll done\\n"')] },
  ],
};
/** Whoever asks on after the end hears the end again. */
const played =
  (turns: readonly Turn[]): Script =>
  ({ turn }) =>
    turns[Math.min(turn, turns.length - 1)] ?? {};

function plant(folder: string): void {
  gitAt(folder, 'init', '--quiet');
  write(folder, { ...start, '.gitignore': 'gate\n' });
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'first');
}

type Whole = { log: Entry[]; state: string; shots: string[] };

/** A run in this process. `shots[n]` is the folder as it was when entry `n` had just been written. */
async function wholeRun(at: OiStage, harness: string): Promise<Whole> {
  const shots: string[] = [];
  const byTree = new Map<string, string>();
  const keep = (number: number): void => {
    const tree = treeByGit(at.folder);
    const shot = byTree.get(tree) ?? join(at.home, `shot-${number}`);
    if (!byTree.has(tree)) cpSync(at.folder, shot, { recursive: true, preserveTimestamps: true });
    byTree.set(tree, shot);
    shots[number] = shot;
  };
  keep(1);
  const local = openLocalWorld({
    folder: at.folder,
    session: 's',
    baseUrl: at.env['OI_BASE_URL'] ?? null,
    env: at.env,
    watch: { show: (log) => keep(log.length), stop: async () => {} },
  });
  const event = { kind: 'prompt', id: 's/1', session: 's', text: 'Do it.' } as const;
  await run(event, { ...settings, harness }, local.world, new AbortController().signal);
  await local.close();
  const state = join(at.home, 'state-finally');
  cpSync(at.sessionFolder('s'), state, { recursive: true });
  return { log: at.log('s'), state, shots };
}

/** Puts the folder and the session as they were, the log cut off. */
function putBack(at: OiStage, from: { folder: string; state: string }, log: readonly Entry[]): void {
  empty(at.folder);
  cpSync(from.folder, at.folder, { recursive: true, preserveTimestamps: true });
  const session = at.sessionFolder('s');
  rmSync(session, { recursive: true, force: true });
  cpSync(from.state, session, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(session, 'log.jsonl'), log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}
function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

/** Resumes in this process, as `oi exec --resume` does in one of its own. */
async function resume(at: OiStage, harness: string): Promise<{ code: number; stderr: string }> {
  let stderr = '';
  const code = await exec(['-C', at.folder, '--resume', 's', '--harness', harness], {
    env: at.env,
    stdin: Readable.from([]),
    stdout: { write: () => undefined },
    stderr: { write: (text) => (stderr += text) },
    signal: new AbortController().signal,
  });
  return { code, stderr };
}

suite('a log cut at any entry resumes to the same tree, nothing done twice', { concurrency: true }, () => {
  for (const [harness, turns] of Object.entries(conversations)) {
    test(harness, async (t) => {
      const model = await startModel({ script: played(turns) });
      after(model.close);
      const at = openStage(product, model);
      plant(at.folder);
      const { log, state, shots } = await wholeRun(at, harness);
      const tree = treeByGit(at.folder);
      assert.equal(last(log, 'sitting.closed')?.outcome.kind, 'changed');

      let resumes = 0;
      for (let cut = 1; cut <= log.length; cut++) {
        const left = log.slice(0, cut);
        // The folder as it was when the entry was written, and when what it tells was done; in the middle of a call it
        // may be like anything, e.g. like in the end.
        const folders = new Set([shots[cut], shots[Math.min(cut + 1, log.length)]]);
        if (left.at(-1)?.type === 'tool.called') folders.add(shots[log.length]);
        for (const folder of folders) {
          putBack(at, { folder: folder ?? '', state }, left);
          const { code, stderr } = await resume(at, harness);
          const where = `cut after ${cut} (${left.at(-1)?.type}), ${folder}: ${stderr}`;
          assert.equal(code, 0, where);
          assert.equal(treeByGit(at.folder), tree, where);
          resumes++;
        }
      }
      assert.deepEqual(model.violations, []);
      t.diagnostic(`${log.length} entries, ${resumes} resumes`);
    });
  }
});

/** Waits at a gate that git ignores, so that no rewind closes it again. */
const atTheGate =
  'echo before >> list.txt; touch begun; until [ -e gate ]; do sleep 0.05; done; echo after >> list.txt';
const gated: Turn[] = [{ calls: [shell(atTheGate)] }, { text: 'Done' }];

async function stageWith(script: Script): Promise<{ at: OiStage; model: SimModel }> {
  const model = await startModel({ script });
  after(model.close);
  const at = openStage(product, model);
  plant(at.folder);
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
  const { at } = await stageWith(played([{ calls: [shell('echo two >> list.txt')] }, { text: 'Done' }]));
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
  const { at: elsewhere, model: other } = await stageWith(played(conversations['mini-swe-agent'] ?? []));
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

test('a session is resumed nowhere else than in its folder', async () => {
  const { at } = await stageWith(played([{ calls: [shell('echo two >> list.txt')] }, { text: 'Done' }]));
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
