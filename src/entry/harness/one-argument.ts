import { OiError } from '../../core/errors.ts';

/** The one argument of a command. Throws `input.*`. */
export function oneArgument(command: string, what: string, args: readonly string[]): string {
  const [argument, ...rest] = args;
  if (!argument) {
    throw new OiError('input.missing', `${command} lacks ${what}.`, 'See oi harness --help.');
  }
  if (rest.length > 0 || argument.startsWith('-')) {
    throw new OiError(
      'input.invalid',
      `${command} takes ${what} and nothing else.`,
      'See oi harness --help.',
    );
  }
  return argument;
}
