import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Argument } from './defences.ts';
import { scrubGitConfig } from './git-config.ts';

/**
 * What programs outside the sandbox run or obey without asking: git's own folder, workflows, and the settings of editors
 * and of agents. In place they can be read and not changed. What is missing cannot be held: see the README.
 */
export const protectedPaths: readonly string[] = [
  ...['.git', '.gitmodules', '.github', '.husky', '.vscode', '.mcp.json', '.agents', '.openinterpreter'],
  ...['.claude', '.codex', '.cursor', '.gemini', '.windsurf'],
];

/** Credential files that google-github-actions/auth writes into the workspace. */
const cloudCredentials = /^gha-creds-.*\.json$/;

/**
 * Makes the protected paths below `folder` read-only. Throws `folder.refused` for one that is a symlink: it would be
 * followed to wherever it points.
 */
export function protect(folder: string, names: readonly string[] = protectedPaths): Argument[] {
  return names.flatMap((name) => {
    const path = join(folder, name);
    const kind = kindOf(path);
    if (kind === 'link') {
      throw new OiError(
        'folder.refused',
        `${path} is a symbolic link, so it cannot be kept from being changed.`,
        'Put a real file or folder in its place, or work in another folder.',
      );
    }
    if (kind === null) return [];
    return [{ defence: 'protected-paths' as const, args: ['--ro-bind', path, path] }];
  });
}

/**
 * Hides tokens that lie in the workspace: in git's settings, where older versions of actions/checkout put them, and in
 * cloud credential files. `source` is where the files are, `folder` where they will be seen, `state` a place of ours.
 */
export function maskSecrets(
  source: string,
  folder: string,
  state: { folder: string; empty: string },
): Argument[] {
  const configs = gitConfigs(join(source, '.git')).flatMap((path, index) => {
    const scrubbed = scrubGitConfig(readFileSync(path, 'utf8'));
    if (scrubbed === null) return [];
    const copy = join(state.folder, `git-config-${index}`);
    writeFileSync(copy, scrubbed, { mode: 0o644 });
    return [['--ro-bind', copy, join(folder, path.slice(source.length))]];
  });
  const credentials = readdirSync(source)
    .filter((name) => cloudCredentials.test(name))
    .map((name) => ['--ro-bind', state.empty, join(folder, name)]);
  return [...configs, ...credentials].map((args) => ({ defence: 'masked-secrets', args }));
}

/** The settings of a repository and of its submodules, which lie below `modules`. */
function gitConfigs(git: string): string[] {
  if (kindOf(git) !== 'folder') return [];
  const own = ['config', 'config.worktree']
    .map((name) => join(git, name))
    .filter((path) => kindOf(path) === 'file');
  const modules = join(git, 'modules');
  return kindOf(modules) === 'folder' ? [...own, ...submoduleConfigs(modules)] : own;
}

function submoduleConfigs(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => {
      const below = join(folder, entry.name);
      return kindOf(join(below, 'HEAD')) === 'file' ? gitConfigs(below) : submoduleConfigs(below);
    });
}

function kindOf(path: string): 'link' | 'folder' | 'file' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}
