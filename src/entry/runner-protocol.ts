import { appendFileSync } from 'node:fs';

/**
 * As much of the runner's protocol as is needed before any import: `@actions/core` takes ten times as long to load as
 * all of this takes to run. Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An input as the runner hands it over, without the white space around it; empty when it is not set. */
export const readInput = (env: Environment, name: string): string =>
  env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]?.trim() ?? '';

/** A command for the log, e.g. `add-mask`. Its message can hold anything. */
export const logCommand = (name: 'add-mask' | 'error' | 'notice' | 'warning', message: string): string =>
  `::${name}::${message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`;

/**
 * Text for the log in which nothing is a command: the runner takes `::` behind white space at the start of a line for one,
 * and `##[` anywhere. Source: actions/runner, ActionCommand.cs.
 */
export const inLog = (text: string): string =>
  text.replaceAll('##[', '# #[').replace(/^((?:[^\S\n\r\u2028\u2029]|\u0085)*):(?=:)/gm, '$1: ');

/** Sets an output of the step. */
export const setOutput = (env: Environment, name: string, value: string): void =>
  append(env['GITHUB_OUTPUT'], name, value);

/** Keeps a word for the post step. It is read even when the process is killed. Source: actions/runner, ActionRunner.cs. */
export const saveState = (env: Environment, name: string, value: string): void =>
  append(env['GITHUB_STATE'], name, value);

/** Empty when it was not saved. An earlier step can make it up, but for one that was saved. */
export const readState = (env: Environment, name: string): string => env[`STATE_${name}`] ?? '';

/**
 * The delimiter cannot be guessed, so no value can set a second one (case S7). A value of one plain line needs none, and
 * `node:crypto` takes 7 ms to load.
 */
function append(file: string | undefined, name: string, value: string): void {
  if (file)
    appendFileSync(file, /^[\x20-\x7e]*$/.test(value) ? `${name}=${value}\n` : delimited(name, value));
}

function delimited(name: string, value: string): string {
  const { randomUUID } = process.getBuiltinModule('node:crypto');
  const delimiter = `oi_${randomUUID()}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}

/** `stop`: no more work. `hurry`: no time for anything but a word. */
export type Cancelling = { stop: AbortSignal; hurry: AbortSignal };

/** The runner cancels with SIGINT, 7.5 seconds later with SIGTERM, and kills after 2.5 more. Source: its ProcessInvoker. */
export function listenForCancelling(): Cancelling {
  const [stop, hurry] = [new AbortController(), new AbortController()];
  process.on('SIGINT', () => stop.abort());
  process.on('SIGTERM', () => {
    stop.abort();
    hurry.abort();
  });
  return { stop: stop.signal, hurry: hurry.signal };
}
