/**
 * The action's entry. Most comments in a repository are not for us, and each costs its owner a job: so this file imports
 * next to nothing, and the product is loaded once an event may be for us.
 */
import { readFileSync } from 'node:fs';
import { concern } from './concern.ts';
import { namesOf } from './names.ts';
import { listenForCancelling, logCommand, readInput, saveState, setOutput } from './runner-protocol.ts';
import { startClean } from './start-clean.ts';

const loaders = startClean();
const { env } = process;
for (const name of ['github-token', 'api-key']) {
  const secret = readInput(env, name);
  if (secret) process.stdout.write(logCommand('add-mask', secret));
}

const name = env['GITHUB_EVENT_NAME'] ?? '';
let event: unknown;
const read = (): unknown => {
  event ??= JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  return event;
};
const found = concern(name, namesOf(env), read);

if (found.kind === 'for-us') {
  // For the post step. Said, so that no earlier step can have said otherwise; and the second as soon as it is so.
  saveState(env, 'settled', 'no');
  const cancelling = listenForCancelling();
  cancelling.stop.addEventListener('abort', () => saveState(env, 'interrupted', 'yes'));
  const { main } = await import('./act.ts');
  // Whatever was left hanging must not keep the job.
  process.exit(await main({ env, name, event: read(), cancelling, loaders }));
} else {
  setOutput(env, 'outcome', found.kind);
  process.stdout.write(found.kind === 'refused' ? logCommand('error', found.why) : `${found.why}\n`);
  if (found.kind === 'refused') process.exitCode = 1;
}
