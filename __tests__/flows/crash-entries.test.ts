import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashDrill } from '../support/crash.ts';
import { dist } from '../support/dist.ts';
import { dyingAction } from '../support/dying-action.ts';
import { inParallel } from '../support/moments.ts';
import { endOf } from '../support/stage.ts';

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
/** An entry by its type, and how many of those came before it: its place in the log depends on the machine. */
const moments = entries.map(({ type, seq }) => {
  const before = entries.filter((entry) => entry.type === type && entry.seq <= seq);
  return `${type} ${before.length}`;
});
/** A snapshot that is not ready in time is left out, so a later one may not come. The first one always does. */
const isSnapshot = (moment: string): boolean => /^snapshot\.taken (?!1$)/.test(moment);
const dies = dyingAction(await dist());

for (const how of ['with the log', 'with the log, and no post step'] as const) {
  test(`killed at any entry of its log and run again ${how}, a job ends as if undisturbed`, async () => {
    assert.equal(entries.filter(({ type }) => type === 'round.opened').length, 2);
    await inParallel(scenes, moments, async (moment, at) => {
      await recovers(at, how, `${how}, killed at ${moment}`, async (run) => {
        const dead = await run({ dir: dies, env: { DIES_AT: moment } });
        return isSnapshot(moment) && endOf(dead) === 'changed, success' ? null : dead;
      });
    });
  });
}
