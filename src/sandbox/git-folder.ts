import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The shared git folder of a linked worktree (its `.git` is a file that names a folder in `worktrees/` of the shared
 * one), or null. An earlier agent may have written that file, to be shown another repository or folder: so the named
 * folder must lie in the shared one and must itself name this worktree, which nobody inside can arrange.
 * Source: gitrepository-layout(5), `gitdir` and `commondir`.
 */
export function worktreeGitFolder(folder: string): string | null {
  const file = join(folder, '.git');
  if (kindOf(file) !== 'file') return null;
  try {
    const named = realpathSync(resolve(folder, pointer(file).replace(/^gitdir: /, '')));
    const shared = realpathSync(resolve(named, pointer(join(named, 'commondir'))));
    const back = realpathSync(pointer(join(named, 'gitdir')));
    const inside = dirname(named) === join(shared, 'worktrees') && !named.startsWith(`${folder}/`);
    const isGit = ['HEAD', 'objects', 'refs'].every((name) => kindOf(join(shared, name)) !== null);
    return inside && isGit && back === file ? shared : null;
  } catch {
    return null;
  }
}

const pointer = (path: string): string => readFileSync(path, 'utf8').trimEnd();

/** Where submodules are checked out, as `.gitmodules` says; each has a `.git` of its own. */
export function submoduleFolders(folder: string): string[] {
  if (kindOf(join(folder, '.gitmodules')) !== 'file') return [];
  const named = [...readFileSync(join(folder, '.gitmodules'), 'utf8').matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)];
  return named
    .map(([, path = '']) => path)
    .filter(
      (path) =>
        !path.startsWith('/') && !path.split('/').includes('..') && kindOf(join(folder, path, '.git')),
    );
}

/** The settings of a git folder and of its submodules, which lie below `modules`. */
export function gitConfigs(git: string): string[] {
  if (kindOf(git) !== 'folder') return [];
  const own = ['config', 'config.worktree'].map((name) => join(git, name));
  const below = ['modules', 'worktrees'].flatMap((name) => nestedGitFolders(join(git, name)));
  return [...own.filter((path) => kindOf(path) === 'file'), ...below.flatMap(gitConfigs)];
}

function nestedGitFolders(folder: string): string[] {
  if (kindOf(folder) !== 'folder') return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .flatMap((below) => (kindOf(join(below, 'HEAD')) === 'file' ? [below] : nestedGitFolders(below)));
}

export function kindOf(path: string): 'link' | 'folder' | 'file' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}
