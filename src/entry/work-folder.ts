import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { OiError } from '../core/errors.ts';
import { checkFolder, within } from '../sandbox/folder.ts';

/** The path of the folder that is there. Throws `folder.missing`. */
export function workFolder(given: string): string {
  const folder = absolute(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new OiError('folder.missing', `There is no folder ${folder}.`, 'Give an existing one with --cd.');
}

function absolute(path: string): string {
  try {
    return resolve(path);
  } catch (cause) {
    throw new OiError(
      'folder.missing',
      'The folder that oi was started in is there no more.',
      'Change to one that exists, and try again.',
      cause,
    );
  }
}

/**
 * Makes sure that nothing of ours lies in the folder that a sandbox opens to the agent: it would read its own log, and
 * write what a resume believes. Throws `folder.refused`. `session` is the session's folder.
 */
export function keepApart(folder: string, session: string): void {
  const { path } = checkFolder(folder, homedir());
  for (const [variable, place] of [
    ['XDG_STATE_HOME', session],
    ['TMPDIR', tmpdir()],
  ] as const) {
    if (!within(real(resolve(place)), path)) continue;
    throw new OiError(
      'folder.refused',
      `Our own files would be kept in ${place}, within the folder that the agent works on.`,
      `Name a place outside of ${path} with ${variable}.`,
    );
  }
}

/** The real path, also of what is not there yet. */
const real = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(real(dirname(path)), basename(path));
