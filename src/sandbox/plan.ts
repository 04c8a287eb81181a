import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import { cleanEnvironment, homeOf, pathEntries } from './environment.ts';
import { checkFolder, within } from './folder.ts';
import { worktreeGitFolder } from './git-folder.ts';
import { systemFolders } from './mounts.ts';
import type { SandboxOptions } from './options.ts';
import { protectedPaths } from './protect.ts';
import type { Owner } from './state.ts';
import { reachable, toolchainFolders } from './toolchains.ts';
import { type User, userOf } from './user.ts';

/** What a sandbox will be made of, before anything is made. */
export type Plan = {
  /** Where the agent sees the workspace, and where its files are. */
  folder: string;
  source: string;
  writable: boolean;
  /** Paths below the workspace that stay as they are, in place. */
  held: readonly string[];
  /** Git folders of this machine whose settings may hold a token. */
  gitFolders: readonly string[];
  home: string;
  /** Who runs in it. */
  owner: Owner;
  user: User;
  environment: Record<string, string>;
  /** Folders and files of this machine to be seen read-only at their own paths. */
  readable: readonly string[];
  overlays: SandboxOptions['overlays'];
  hands: { node: string; root: string; parts: readonly string[]; script: string };
};

/** Throws `folder.missing`, `folder.refused` and `sandbox.unsound`. */
export function planSandbox(options: SandboxOptions): Plan {
  const { env, place } = options;
  const home = homeOf(env);
  const found = checkFolder(place.kind === 'copy' ? place.source : options.folder, home);
  const folder = place.kind === 'copy' ? options.folder : found.path;
  const owner = ownerOf(found, place.kind);
  const user = userOf(owner, home);
  const environment = cleanEnvironment(env, home, user.name);
  const worktree = place.kind === 'in-place' ? worktreeGitFolder(folder) : null;
  const writable = options.mode === 'workspace-write';
  const toolchains = toolchainFolders(environment, {
    path: pathEntries(env),
    home,
    seen: [...systemFolders, '/bin', '/sbin', folder],
    forbidden: [home, options.temporary, env['RUNNER_TEMP'] ?? options.temporary, found.path],
  }).filter((path) => reachable(path, owner.uid));
  const hands = {
    ...options.hands,
    root: realpathSync(options.hands.root),
    node: realpathSync(options.node),
  };
  return {
    folder,
    source: found.path,
    writable,
    held: place.kind === 'in-place' ? protectedPaths(folder) : [],
    gitFolders: place.kind === 'in-place' ? [worktree ?? join(folder, '.git')] : [],
    home,
    owner,
    user,
    environment,
    readable: [...toolchains, ...options.readable.filter(existsSync), ...(worktree ? [worktree] : [])],
    overlays: options.overlays,
    hands,
  };
}

/** As root we become who owns the folder; else we are who we are. A copy for root would be no less than root. */
function ownerOf(found: Owner, kind: 'in-place' | 'copy'): Owner {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = uid === 0 ? { uid: found.uid, gid: found.gid } : { uid, gid };
  if (kind === 'copy' && owner.uid === 0) {
    throw new OiError(
      'sandbox.unsound',
      'The copy of the repository belongs to root, and no agent runs as root on a copy.',
      'This is a mistake in Open Interpreter: please report it.',
    );
  }
  return owner;
}

/** PATH's entries that there are on this machine; the self-test asks inside which of them are gone. */
export const pathFolders = (plan: Plan): string[] =>
  pathEntries(plan.environment).filter((entry) => !within(entry, plan.folder) && existsSync(entry));
