import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OiError } from '../core/errors.ts';

/** Makes sure, before hours of work, that the answer can be written to where it was asked for. Throws `input.invalid`. */
export function checkOutput(file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK);
  } catch (cause) {
    throw refused(file, cause);
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw refused(file);
}

export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw refused(file, cause);
  }
}

const refused = (file: string, cause?: unknown): OiError =>
  new OiError(
    'input.invalid',
    `The answer cannot be written to ${file}.`,
    'Give --output the path of a file in a folder that exists and is yours.',
    cause,
  );
