import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashDrill } from '../support/crash.ts';
import { dist } from '../support/dist.ts';
import { dyingAction } from '../support/dying-action.ts';
import { inParallel } from '../support/moments.ts';

/** A first round that a check finds wrong, and a second one; no command is the same when done twice. */
const { scenes, entries, recovers } = await crashDrill(
  [
    { calls: [{ name: 'exec_command', args: { cmd: 'echo tow >> a.txt' } }] },
    { text: 'Mend it\n\nDone.' },
    { calls: [{ name: 'exec_command', args: { cmd: 'echo two >> a.txt' } }] },
    { text: 'Mend it\n\nDone now.' },
  ],
  { inputs: { verify: 'grep -q two a.txt' } },
);
const dies = dyingAction(await dist());

for (const how of ['with the log', 'with the log, and no post step'] as const) {
  test(`killed at any entry of its log and run again ${how}, a job ends as if undisturbed`, async () => {
    assert.equal(entries.filter(({ type }) => type === 'round.opened').length, 2);
    await inParallel(scenes, entries, async ({ seq, type }, at) => {
      await recovers(at, how, `${how}, killed at entry ${seq}, ${type}`, (run) =>
        run({ dir: dies, env: { DIES_AT_ENTRY: String(seq) } }),
      );
    });
  });
}
