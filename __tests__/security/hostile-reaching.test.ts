import { test } from 'node:test';
import { playScripts } from '../support/oracle/play-scripts.ts';
import { ownNetwork } from '../support/oracle/stage-world.ts';

for (const [title, play] of await playScripts('hostile-reaching')) test(title, play);

test('there is a network of its own to listen in', {
  skip: !ownNetwork && 'only root can have one made',
}, () => {});
