// Each defence that is a line of the sources: without it the attack succeeds, with it not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { defences } from '../support/defences.ts';
import { disarmedModule } from '../support/disarmed-module.ts';

const root = join(import.meta.dirname, '../..');

for (const { shows, name, module, without, succeeds } of defences) {
  test(`${shows.join(', ')}: it is held off that ${name}`, async () => {
    const open = await disarmedModule<never>(module, without);
    assert.equal(await succeeds(open), true, 'the attack succeeds without the defence');
    const held = (await import(pathToFileURL(join(root, module)).href)) as never;
    assert.equal(await succeeds(held), false, 'it does not with the defence');
  });
}
