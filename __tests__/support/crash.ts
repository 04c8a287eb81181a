import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { Script } from '../../sim/model/index.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import type { Entry } from '../../src/core/session.ts';
import { runnerDisk } from './folder.ts';
import { answerOn, endOf, openScene, type Scene } from './stage.ts';

/** What becomes of the runner when the main step is killed, and what the next attempt finds. */
const afterwards = {
  'with the log': (): [Partial<Job>, Partial<Job>] => {
    const root = runnerDisk();
    return [{ root }, { root }];
  },
  'with the log, and no post step': (): [Partial<Job>, Partial<Job>] => {
    const root = runnerDisk();
    return [{ root, machineDies: true }, { root }];
  },
  'on a fresh machine': (): [Partial<Job>, Partial<Job>] => [{ machineDies: true }, {}],
} as const;
export type Afterwards = keyof typeof afterwards;

type Run = (over: Partial<Job>) => Promise<ActionResult>;
export type Drill = {
  scenes: readonly Scene[];
  /** The calls to GitHub of a job that nobody disturbs, and the entries of its log. */
  operations: readonly string[];
  entries: readonly Entry[];
  /**
   * Has a job killed and runs it again, and compares what stands then with what an undisturbed job leaves. `kill` answers
   * null where its moment did not come.
   */
  recovers(
    at: Scene,
    how: Afterwards,
    name: string,
    kill: (run: Run) => Promise<ActionResult | null>,
  ): Promise<void>;
};

/** Two worlds, in which the same job runs for one issue after the other. */
export async function crashDrill(script: Script, over: Partial<Job> = {}): Promise<Drill> {
  const scenes = [await openScene(), await openScene()] as const;
  for (const { play } of scenes) play(script);
  const [first] = scenes;
  const { subject, run } = commanded(first, over);
  const root = runnerDisk();
  const operations = await first.operations(async () => {
    assert.equal(endOf(await run({ root })), 'changed, success');
  });
  const wanted = await stateOf(first, subject);
  const log = readFileSync(join(root, `work/_temp/oi/issue-${subject.number}/log.jsonl`), 'utf8');
  return {
    scenes,
    operations,
    entries: log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry),
    async recovers(at, how, name, kill) {
      const { subject, run } = commanded(at, over);
      const [one, other] = afterwards[how]();
      const dead = await kill((more) => run({ ...one, ...more }));
      at.github.before = null;
      if (!dead) return;
      assert.equal(dead.phases.main?.signal, 'SIGKILL', `${name}: it was killed\n${dead.raw}`);
      const again = await run({ attempt: 2, ...other });
      assert.equal(endOf(again), 'changed, success', `${name}\n${again.raw}`);
      assert.deepEqual(await stateOf(at, subject), wanted, name);
    },
  };
}

/** A command on an issue of its own, and the jobs that are run for it. */
function commanded({ issue, github, run }: Scene, over: Partial<Job>): { subject: Issue; run: Run } {
  const subject = issue();
  const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
  return { subject, run: (more) => run(event, { ...over, ...more, env: { ...over.env, ...more.env } }) };
}

/** What stands in the repository because of an issue. What was lost was paid for, so the cost may differ. */
async function stateOf({ git, pulls }: Scene, subject: Issue): Promise<object> {
  const branch = `oi/issue-${subject.number}`;
  return {
    comment: answerOn(subject)
      .replace(/^Done: .*$/m, 'Done')
      .replace(/\d+ turns, (?:at least )?[\d,]+ tokens/, 'some turns, some tokens')
      .replaceAll(/\d+(?:\.\d+)? s\b/g, 'some seconds'),
    pulls: pulls().filter(({ pull }) => pull.head === branch).length,
    commits: await git('rev-list', '--count', `main..${branch}`),
    tree: await git('ls-tree', '-r', branch),
  };
}
