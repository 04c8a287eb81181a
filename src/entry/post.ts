/**
 * The action's post step: the runner runs it whatever became of the main step, killed or cancelled. Nearly always nothing
 * is left to do, and then it imports next to nothing. What it goes by is the event and what lies on the runner's disk: an
 * earlier step can make up variables, and of what the main step saved it needs a word only.
 */
import { readFileSync } from 'node:fs';
import { concern } from './concern.ts';
import { namesOf } from './names.ts';
import { readState } from './runner-protocol.ts';
import { startClean } from './start-clean.ts';

startClean();
const { env } = process;
const name = env['GITHUB_EVENT_NAME'] ?? '';
const read = (): unknown => JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
const mayBeOpen = (): boolean => concern(name, namesOf(env), read).kind === 'for-us';

if (readState(env, 'settled') !== 'yes' && mayBeOpen()) {
  const { finish } = await import('./post/finish.ts');
  await finish({ env, name, event: read() });
  process.exit();
}
