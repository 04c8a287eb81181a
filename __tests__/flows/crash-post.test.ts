import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { dist } from '../support/dist.ts';
import { runnerDisk, temporaryFolder } from '../support/folder.ts';
import { atRequest } from '../support/moments.ts';
import { answerOn, answersOn, commands, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, play, issue, run, comment } = scene;

/** The action whose main step does nothing: what its post step does alone. */
async function postAlone(): Promise<string> {
  const action = temporaryFolder();
  cpSync(new URL('../../action.yml', import.meta.url), join(action, 'action.yml'));
  mkdirSync(join(action, 'dist'));
  writeFileSync(join(action, 'dist/action.js'), '');
  symlinkSync(join(await dist(), 'post.js'), join(action, 'dist/post.js'));
  return action;
}
const post = await postAlone();

/** The job whose main step is killed by `kill` at a moment of the test's choosing. */
type Killing = { kill: () => void; over: Partial<Job> };
function killing(onLine: (line: string, kill: () => void) => void = () => {}): Killing {
  let pid = 0;
  const kill = (): void => void process.kill(pid, 'SIGKILL');
  const onProcess: Job['onProcess'] = (phase, started) => {
    if (phase === 'main') pid = started;
  };
  return { kill, over: { onProcess, onLine: (line) => onLine(line, kill) } };
}

const inSecondCommand = (line: string, kill: () => void): void => {
  if (line.startsWith('$ echo begun')) kill();
};
const busy = commands(['echo two > a.txt', 'echo begun; sleep 600']);

const down = { status: 500, body: { message: 'Server Error' } };

// The second waits most of its time for the next attempt.
suite('each on a scene of its own', { concurrency: true }, () => {
  test('a run that crashed is told as one, with what it had done, once', async () => {
    const { github, play, issue, run } = await openScene();
    const subject = issue();
    play(busy);
    const root = runnerDisk();
    const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
    const result = await run(event, { root, ...killing(inSecondCommand).over });
    assert.equal(result.phases.main?.signal, 'SIGKILL');
    const answer = answerOn(subject);
    assert.match(
      answer,
      /^The run crashed: its process ended without a word\. Run the job again; its log may say why\. \(`run\.crashed`\)$/m,
    );
    assert.match(answer, /^\+two$/m);
    assert.match(result.summary, /^### Failed\n\nThe run crashed[\s\S]*change\.patch/);
    const page = join(root, 'work/_temp/oi', `issue-${subject.number}`, 'transcript.html');
    assert.match(readFileSync(page, 'utf8'), /The run crashed/);
    const before = github.requests.length;
    await run(event, { root, dir: post });
    assert.equal(answerOn(subject), answer);
    const made = github.requests.slice(before).filter(({ writes }) => writes);
    assert.deepEqual(made, []);
  });

  test('a post step that cannot reach GitHub says so in the log and fails nothing', async () => {
    const { github, play, issue, comment } = await openScene();
    const subject = issue();
    play(busy);
    const { over } = killing(inSecondCommand);
    const result = await comment(subject, '/oi fix', 'ann', {
      ...over,
      onProcess(phase, pid) {
        over.onProcess?.(phase, pid);
        if (phase === 'post') for (let times = 0; times < 20; times++) github.faults.push({ fault: down });
      },
    });
    github.faults.length = 0;
    assert.equal(result.phases.post?.code, 0);
    assert.match(result.log, /GitHub/);
  });
});

test('what a run spent that was killed while the model answered is said to be the least', async () => {
  const subject = issue();
  const { kill, over } = killing();
  play(({ turn }) => {
    if (turn === 1) kill();
    return busy[0] ?? { text: '' };
  });
  const result = await comment(subject, '/oi fix', 'ann', over);
  assert.equal(result.phases.main?.signal, 'SIGKILL');
  assert.match(answerOn(subject), /1 turn, at least [\d,]+ tokens, price unknown/);
  assert.match(result.summary, /1 turn, at least [\d,]+ tokens/);
});

/** What the post step asked of GitHub. */
async function askedByPost(work: (over: Partial<Job>) => Promise<ActionResult>): Promise<string[]> {
  let before = 0;
  await work({
    onProcess(phase) {
      if (phase === 'post') before = github.requests.length;
    },
  });
  return github.requests.slice(before).map(({ operation }) => operation ?? 'unknown');
}

test('where the main step came to its end, the post step asks and says nothing', async () => {
  const at = (body: string, by: string, more: Partial<Job> = {}) =>
    askedByPost((over) => comment(issue(), body, by, { ...over, ...more }));
  play(commands(['echo two > a.txt']));
  assert.deepEqual(await at('/oi fix', 'ann'), []);
  assert.deepEqual(await at('/oi fix', 'sam'), []);
  assert.deepEqual(await at('Thanks', 'ann'), []);
  assert.deepEqual(await at('/oi fix', 'ann', { inputs: { harness: 'no-such' } }), []);
});

test('no earlier step can make the post step believe that all is well', async () => {
  const subject = issue();
  play(busy);
  const env = { STATE_settled: 'yes' };
  // What the main step did not save can be made up.
  const silenced = await askedByPost((over) =>
    comment(subject, '/oi fix', 'ann', { ...over, env, dir: post }),
  );
  assert.deepEqual(silenced, []);
  await comment(subject, '/oi fix', 'ann', { ...killing(inSecondCommand).over, env });
  assert.match(answerOn(subject), /^The run crashed/);
});

/** Killed at the first call, before anybody was let through. */
async function killedAtOnce(by: string): Promise<Issue> {
  const subject = issue();
  const { kill, over } = killing();
  atRequest(scene, 0, kill);
  await comment(subject, '/oi fix', by, over);
  github.before = null;
  return subject;
}

test('a run that crashed before it said anything is told by the same gates', async () => {
  assert.match(answerOn(await killedAtOnce('ann')), /^The run crashed/);
  assert.match(answerOn(await killedAtOnce('sam')), /^I take work only from people who can write/);
});

test('a comment that is not for us gets no answer from the post step either', async () => {
  const subject = issue();
  github.seed.comment(subject, 'ann', 'Thanks');
  await run(github.events.issueComment('created', github.seed.comment(subject, 'ann', 'Thanks')), {
    dir: post,
  });
  assert.deepEqual(answersOn(subject), []);
});
