// A model that is wholly an attacker's plays its scripts through the built action, and an oracle looks at what is left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scripts } from '../support/oracle/scripts.ts';
import { openWorld, ownNetwork } from '../support/oracle/stage-world.ts';

const world = await openWorld();

test('there is a network of its own to listen in', {
  skip: !ownNetwork && 'only root can have one made',
}, () => {});

for (const { name, shows, ends, look, without } of scripts) {
  test(`${shows.join(', ')}: the model ${name}`, async () => {
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
  });
}
