import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Afterwards, crashDrill } from '../support/crash.ts';
import { atRequest, inParallel, never } from '../support/moments.ts';
import { commands } from '../support/stage.ts';

// Not the same when done twice.
const { scenes, operations, recovers } = await crashDrill(commands(['echo two >> a.txt']));

const calls = operations.map((operation, place) => ({ operation, place }));
const isWrite = (operation: string): boolean => /create-|update-/.test(operation);

/** `unheard` is a request that dies with its client; `unanswered` is done, and the answer is lost. */
const killed = (how: Afterwards) =>
  calls.flatMap(({ operation, place }) =>
    (isWrite(operation) ? (['unheard', 'unanswered'] as const) : (['unheard'] as const)).map((end) => ({
      place,
      end,
      name: `${how}, killed at call ${place}, ${operation}, which stays ${end}`,
    })),
  );

for (const how of ['on a fresh machine', 'with the log'] as const) {
  test(`killed at any call to GitHub and run again ${how}, a job ends as if undisturbed`, async () => {
    assert.ok(calls.length >= 12, String(operations));
    await inParallel(scenes, killed(how), async ({ place, end, name }, at) => {
      await recovers(at, how, name, (run) => {
        let pid = 0;
        atRequest(at, place, () => {
          process.kill(pid, 'SIGKILL');
          return end === 'unheard' ? never() : undefined;
        });
        return run({
          onProcess(phase, started) {
            if (phase === 'main') pid = started;
          },
        });
      });
    });
  });
}
