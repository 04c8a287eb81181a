// A host process of its own: opens a sandbox as the JSON in its first argument says, runs the commands, prints what they
// answered as a line of JSON, and then either closes and ends or stays with a command running until it is killed.
import { once } from 'node:events';
import { openBare } from '../../src/sandbox/bare.ts';
import { usualPrograms } from '../../src/sandbox/bubblewrap.ts';
import type { Defence } from '../../src/sandbox/defences.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { openWalled } from '../../src/sandbox/walled.ts';

export type Script = {
  options: SandboxOptions;
  without: Defence[];
  commands: string[];
  /** A command that runs when the line is printed, and on. */
  hold: string | null;
};

const script = JSON.parse(process.argv[2] ?? '') as Script;
const without = new Set(script.without);
const making = { without, programs: usualPrograms, env: process.env };
const sandbox =
  script.options.mode === 'danger-full-access'
    ? await openBare(script.options)
    : await openWalled(script.options, making, without.size === 0);
const outputs: string[] = [];
for (const command of script.commands) {
  const exit = await sandbox.exec({ command, folder: null, seconds: 60 }, new AbortController().signal);
  outputs.push(exit.output.head);
}
if (script.hold !== null) {
  const started = await sandbox.start({ command: script.hold, folder: null, seconds: 600, terminal: false });
  if (started.ok) await started.value.poll(300, new AbortController().signal);
}
process.once('SIGINT', () => void sandbox.close().then(() => process.exit(130)));
process.stdout.write(`${JSON.stringify(outputs)}\n`);
if (script.hold !== null) await once(process.stdin.resume(), 'never');
await sandbox.close();
