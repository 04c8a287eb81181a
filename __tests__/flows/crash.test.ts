import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { dist } from '../support/dist.ts';
import { dyingAction } from '../support/dying-action.ts';
import { runnerDisk } from '../support/folder.ts';
import { atRequest, inParallel, never } from '../support/moments.ts';
import { answerOn, commands, endOf, openScene, type Scene } from '../support/stage.ts';

const scenes = [await openScene(), await openScene()] as const;
for (const { github, play } of scenes) {
  // A job writes less in an hour than all of these do in a minute.
  github.limits.writesPerMinute = 1000;
  // Not the same when done twice.
  play(commands(['echo two >> a.txt']));
}
const [first] = scenes;
const dies = dyingAction(await dist());

type Attempt = { subject: Issue; run(over: Partial<Job>): Promise<ActionResult> };

/** A command on an issue of its own, and the jobs that are run for it. */
function commanded({ issue, github, run }: Scene): Attempt {
  const subject = issue();
  const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
  return { subject, run: (over) => run(event, over) };
}

/** What stands in the repository because of an issue. */
async function stateOf({ git, pulls }: Scene, subject: Issue): Promise<object> {
  const branch = `oi/issue-${subject.number}`;
  return {
    comment: answerOn(subject)
      .replace(/^Done: .*$/m, 'Done')
      .replace(/\d+ turns, [\d,]+ tokens/, 'some turns, some tokens'),
    pulls: pulls().filter(({ pull }) => pull.head === branch).length,
    commits: await git('rev-list', '--count', `main..${branch}`),
    tree: await git('ls-tree', '-r', branch),
  };
}

const undisturbed = commanded(first);
const firstDisk = runnerDisk();
const operations = await first.operations(async () => {
  assert.equal(endOf(await undisturbed.run({ root: firstDisk })), 'changed, success');
});
const wanted = await stateOf(first, undisturbed.subject);
const entries = readFileSync(
  join(firstDisk, `work/_temp/oi/issue-${undisturbed.subject.number}/log.jsonl`),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { type: string }).type);

/** What becomes of the runner when the main step is killed: `lost` is the whole machine, `kept` only its post step. */
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
type Afterwards = keyof typeof afterwards;

/** Kills a job, runs it again, and compares with a job that nobody disturbed. */
async function assertRecovers(
  at: Scene,
  how: Afterwards,
  name: string,
  killed: (over: Partial<Job>, run: Attempt['run']) => Promise<ActionResult>,
): Promise<void> {
  const { subject, run } = commanded(at);
  const [one, other] = afterwards[how]();
  const dead = await killed(one, run);
  at.github.before = null;
  assert.equal(dead.phases.main?.signal, 'SIGKILL', `${name}: it was killed\n${dead.raw}`);
  const again = await run({ attempt: 2, ...other });
  assert.equal(endOf(again), 'changed, success', `${name}\n${again.raw}`);
  assert.deepEqual(await stateOf(at, subject), wanted, name);
}

const calls = operations.map((operation, place) => ({ operation, place }));
const isWrite = (operation: string): boolean => /create-|update-/.test(operation);

/** `unheard` is a request that dies with its client; `unanswered` is done, and the answer is lost. */
function callsKilled(how: Afterwards, of: typeof calls) {
  return of.flatMap(({ operation, place }) =>
    (isWrite(operation) ? (['unheard', 'unanswered'] as const) : (['unheard'] as const)).map((end) => ({
      how,
      place,
      end,
      name: `${how}, killed at call ${place}, ${operation}, which stays ${end}`,
    })),
  );
}

for (const how of ['on a fresh machine', 'with the log'] as const) {
  test(`killed at any call to GitHub and run again ${how}, a job ends as if undisturbed`, async () => {
    assert.ok(calls.length >= 12, String(operations));
    await inParallel(scenes, callsKilled(how, calls), async ({ place, end, name }, at) => {
      await assertRecovers(at, how, name, (over, run) => {
        let pid = 0;
        const onProcess: Job['onProcess'] = (phase, started) => {
          if (phase === 'main') pid = started;
        };
        atRequest(at, place, () => {
          process.kill(pid, 'SIGKILL');
          return end === 'unheard' ? never() : undefined;
        });
        return run({ ...over, onProcess });
      });
    });
  });
}

for (const how of ['with the log', 'with the log, and no post step'] as const) {
  test(`killed at any entry of its log and run again ${how}, a job ends as if undisturbed`, async () => {
    assert.ok(entries.length >= 12, String(entries));
    const all = entries.map((type, place) => ({ type, number: place + 1 }));
    await inParallel(scenes, all, async ({ type, number }, at) => {
      await assertRecovers(at, how, `${how}, killed at entry ${number}, ${type}`, (over, run) =>
        run({ ...over, dir: dies, env: { DIES_AT_ENTRY: String(number) } }),
      );
    });
  });
}
