import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Argument } from './defences.ts';
import { scrubGitConfig } from './git-config.ts';
import { gitConfigs, kindOf, submoduleFolders } from './git-folder.ts';

/**
 * What programs outside the sandbox run or obey without asking: git's own folder, workflows, and the settings of editors
 * and of agents. In place they can be read and not changed. What is missing cannot be held: see the README.
 */
const protectedNames: readonly string[] = [
  ...['.git', '.gitmodules', '.github', '.husky', '.vscode', '.mcp.json', '.agents', '.openinterpreter'],
  ...['.claude', '.codex', '.cursor', '.gemini', '.windsurf'],
];

/** Credential files that google-github-actions/auth writes into the workspace. */
const cloudCredentials = /^gha-creds-.*\.json$/;

/** The protected paths that there are, relative to the folder. */
export const protectedPaths = (folder: string): string[] =>
  [...protectedNames, ...submoduleFolders(folder).map((path) => join(path, '.git'))].filter(
    (name) => kindOf(join(folder, name)) !== null,
  );

/**
 * Makes these paths below `folder` read-only. A mount point cannot be moved but the folders above it can, so they become
 * mount points too. Throws `folder.refused` for a symlink: it would be followed to wherever it points.
 */
export function protect(folder: string, names: readonly string[]): Argument[] {
  const above = [...new Set(names.flatMap((name) => parents(name)))].sort();
  const bind = (how: string, name: string) => () => {
    const path = join(folder, name);
    refuseLink(path);
    return [how, path, path];
  };
  return [
    ...above.map((name): Argument => ({ defence: 'pinned-ancestors', args: bind('--bind', name) })),
    ...names.map((name): Argument => ({ defence: 'protected-paths', args: bind('--ro-bind', name) })),
  ];
}

/** `a/b/c` has `a` and `a/b` above it. */
const parents = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
};

function refuseLink(path: string): void {
  if (kindOf(path) !== 'link') return;
  throw new OiError(
    'folder.refused',
    `${path} is a symbolic link, so it cannot be kept from being changed.`,
    'Put a real file or folder in its place, or work in another folder.',
  );
}

/**
 * Hides tokens that stand in git's settings, where older versions of actions/checkout put them. `state` is a folder of
 * ours for the settings without them.
 */
export function maskGitSecrets(gitFolders: readonly string[], state: string): Argument[] {
  return gitFolders.flatMap(gitConfigs).flatMap((path, index): Argument[] => {
    const scrubbed = scrubGitConfig(readFileSync(path, 'utf8'));
    if (scrubbed === null) return [];
    const copy = join(state, `git-config-${index}`);
    writeFileSync(copy, scrubbed, { mode: 0o644 });
    return [{ defence: 'masked-secrets', args: ['--ro-bind', copy, path] }];
  });
}

/** Hides the cloud credential files at the top of the workspace, whose files are at `source`. */
export const maskCredentials = (source: string, folder: string, empty: string): Argument[] =>
  readdirSync(source)
    .filter((name) => cloudCredentials.test(name))
    .map((name) => ({ defence: 'masked-secrets', args: ['--ro-bind', empty, join(folder, name)] }));
