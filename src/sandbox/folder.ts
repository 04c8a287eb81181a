import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OiError } from '../core/errors.ts';

/** What belongs to the machine and is no workspace, whoever asks. */
const system = [
  ...['/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib64', '/media', '/mnt', '/opt', '/proc', '/root'],
  ...['/run', '/sbin', '/srv', '/sys', '/tmp', '/usr', '/usr/local', '/var', '/var/tmp'],
];
/** Nothing below these either. */
const neverBelow = ['/dev', '/proc', '/sys', '/boot'];

/** Whether `path` is `folder` or lies in it. */
export const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** The folders above a path, nearest first, `/` left out. */
export function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === '/' || above === '.' ? [] : [above, ...ancestors(above)];
}

/** The folder's real path and its owner. Throws `folder.missing` and `folder.refused`. */
export function checkFolder(folder: string, home: string): { path: string; uid: number; gid: number } {
  const { path, stats } = find(folder);
  if (!stats.isDirectory()) {
    throw new OiError('folder.missing', `${folder} is not a folder.`, 'Name the folder to work in.');
  }
  const refused = path === '/' || system.includes(path) || neverBelow.some((above) => within(path, above));
  if (refused || within(home, path)) {
    throw new OiError(
      'folder.refused',
      `${path} is not a project's folder but holds much more, so it is not given to an agent.`,
      'Work in the folder of one project.',
    );
  }
  return { path, uid: stats.uid, gid: stats.gid };
}

function find(folder: string): { path: string; stats: Stats } {
  try {
    const path = realpathSync(folder);
    return { path, stats: statSync(path) };
  } catch (cause) {
    throw new OiError(
      'folder.missing',
      `The folder ${folder} cannot be read.`,
      'Name a folder that exists.',
      cause,
    );
  }
}
