import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { type Script, startModel, type Turn } from '../../sim/model/index.ts';
import { type Entry, last } from '../../src/core/session.ts';
import { exec } from '../../src/entry/exec.ts';
import { openLocalWorld } from '../../src/entry/local-world.ts';
import { run } from '../../src/run.ts';
import { dist } from '../support/dist.ts';
import { settings } from '../support/entries.ts';
import { type OiStage, openStage } from '../support/oi.ts';
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
  write(folder, start);
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
