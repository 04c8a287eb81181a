// A model that is wholly an attacker's plays its scripts through the built action, and an oracle looks at what is left.
import assert from 'node:assert/strict';
import { played as all } from './scripts.ts';
import { openWorld } from './stage-world.ts';

export type PlayedTest = readonly [title: string, play: () => Promise<void>];

/** A test for each script of a file: held off, and first, where it names a defence, successful without that. */
export async function playScripts(file: keyof typeof all): Promise<readonly PlayedTest[]> {
  const world = await openWorld();
  return all[file].map(({ name, shows, ends, look, without }) => [
    `${shows.join(', ')}: the model ${name}`,
    async () => {
      const played = await world.play(name);
      assert.match(played.end, ends, played.answer || played.log);
      assert.deepEqual([...played.findings, ...(look?.(played) ?? [])], []);
      if (!without) return;
      const { finds, ...disarmed } = without;
      const open = await world.play(name, disarmed);
      const found = [...open.findings, ...(look?.(open) ?? []), ...open.files, open.answer];
      assert.ok(
        found.some((what) => finds.test(what)),
        `the attack succeeds without the defence: ${found.join('\n')}`,
      );
    },
  ]);
}
