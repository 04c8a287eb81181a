import { randomUUID } from 'node:crypto';
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
export const logCommand = (name: 'add-mask' | 'error' | 'notice', message: string): string =>
  `::${name}::${message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`;

/** Sets an output of the step. The delimiter cannot be guessed, so no value can set a second one (case S7). */
export function setOutput(env: Environment, name: string, value: string): void {
  const file = env['GITHUB_OUTPUT'];
  if (!file) return;
  const delimiter = `oi_${randomUUID()}`;
  appendFileSync(file, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}
