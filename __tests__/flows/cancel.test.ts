import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import type { ActionResult, Job } from '../../sim/runner/index.ts';
import { atRequest, inParallel, never } from '../support/moments.ts';
import { answerOn, answersOn, commands, openScene, type Scene } from '../support/stage.ts';

const scenes = [await openScene(), await openScene()] as const;
const [scene] = scenes;
const work = commands(['echo two > a.txt', 'cat a.txt']);

type Cancelled = { result: ActionResult; subject: Issue; cancel: AbortController };

/** A job for a comment on an issue of its own, which `arrange` lets cancel itself. */
async function cancelled(
  { issue, play, comment, github }: Scene,
  arrange: (cancel: AbortController) => void,
  over: Partial<Job> = {},
): Promise<Cancelled> {
  const cancel = new AbortController();
  const subject = issue();
  play(work);
  arrange(cancel);
  const result = await comment(subject, '/oi fix', 'ann', { cancel: cancel.signal, ...over });
  github.before = null;
  return { result, subject, cancel };
}

/** One comment of ours, in a state that promises no more. */
function assertFinal({ subject, result }: Pick<Cancelled, 'subject' | 'result'>, moment: string): string {
  assert.equal(answersOn(subject).length, 1, `${moment}: one comment\n${result.raw}`);
  const answer = answerOn(subject);
  assert.match(answer, /^(?:The run was cancelled\. Ask again to go on\.|Done: )/, moment);
  return answer;
}

const undisturbed = await scene.operations(() => cancelled(scene, () => {}));
const moments = undisturbed.map((operation, place) => ({ operation, place, name: `${place} ${operation}` }));

test('R8: cancelled at any call to GitHub, a run ends at once and in a final state', async () => {
  assert.ok(moments.length >= 12, String(undisturbed));
  await inParallel(scenes, moments, async ({ place, name }, at) => {
    const end = await cancelled(at, (cancel) => atRequest(at, place, () => cancel.abort()));
    assert.deepEqual(end.result.phases.main?.signals, ['SIGINT'], `${name}: it ended by itself`);
    assertFinal(end, name);
  });
});

/** Short, but long enough for a slow machine to answer in. */
const grace = { interruptMilliseconds: 1500, terminateMilliseconds: 2500 };
const none = { interruptMilliseconds: 0, terminateMilliseconds: 0 };

test('R8: with a GitHub that does not answer any more, SIGTERM and the post step bring the final state', async () => {
  // Most of its time a job waits here for the next signal.
  const more = [...scenes, await openScene(), await openScene()];
  await inParallel(more, moments, async ({ place, name }, at) => {
    const end = await cancelled(
      at,
      (cancel) =>
        atRequest(at, place, () => {
          cancel.abort();
          return never();
        }),
      { grace },
    );
    assert.equal(end.result.conclusion, 'cancelled', name);
    assertFinal(end, name);
  });
});

test('R8: killed at any call to GitHub while it is cancelled, the post step brings the final state', async () => {
  await inParallel(scenes, moments, async ({ place, name }, at) => {
    const end = await cancelled(at, (cancel) => atRequest(at, place, () => cancel.abort()), { grace: none });
    assert.equal(end.result.phases.main?.signal, 'SIGKILL', name);
    assertFinal(end, name);
  });
});
