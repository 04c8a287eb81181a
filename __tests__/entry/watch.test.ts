import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, Fact } from '../../src/core/session.ts';
import { watchInPublic } from '../../src/entry/watch.ts';
import { openDoor } from '../../src/publish/door/door.ts';
import { liveSecrets } from '../../src/text/secrets.ts';
import { logOf, opened } from '../support/entries.ts';
import { canary } from '../support/leak-texts.ts';

const runs = (command: string, id = 'c1'): Fact => ({
  type: 'tool.called',
  call: { id, tool: 'exec', args: { command }, quote: null },
});

test('T43, T44: lines of a job’s log pass the door once a model was asked, and keep their order', async () => {
  const written: string[] = [];
  const door = openDoor(liveSecrets([canary]));
  const watch = watchInPublic({ write: (text) => written.push(text) }, door);
  const log: Entry[] = logOf(
    opened(),
    { type: 'model.asked' },
    runs(`echo ${[...canary].join(' ')}`),
    runs('true', 'c2'),
    { type: 'sitting.resumed' },
  );
  for (const length of log.keys()) watch.show(log.slice(0, length + 1));
  assert.deepEqual(written, ['Session s\n'], 'what is our own needs no door');
  await watch.stop();
  assert.deepEqual(written, [
    'Session s\n',
    '$ echo ***\n',
    '$ true\n',
    'The session goes on where it was cut off.\n',
  ]);
});
