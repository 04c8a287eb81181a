import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, Fact } from '../../src/core/session.ts';
import { logSafe, watchInPublic } from '../../src/entry/watch.ts';
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

test('T35, T44, E56: what a model wrote is no command to the runner, at whatever place of a job’s log', async () => {
  const written: string[] = [];
  const watch = watchInPublic(logSafe({ write: (text) => written.push(text) }), openDoor(liveSecrets([])));
  const command = 'true ##[add-mask]x\n::add-mask::x\r\n \t::stop-commands::y\r::error::z\u2028::debug::a';
  watch.show(logOf(opened(), { type: 'model.asked' }, runs(command)));
  watch.show(logOf(opened(), { type: 'model.asked' }));
  await watch.stop();
  const log = written.join('');
  assert.match(log, /add-mask/);
  assert.doesNotMatch(log, /##\[|^\s*::/m);
  assert.match(log, /: :stop-commands::y/);
});
