import { chmodSync, constants, cpSync, mkdtempSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Argument, plain } from './defences.ts';
import { pinned, privateMounts, readOnly, systemMounts } from './mounts.ts';
import type { Plan } from './plan.ts';
import { maskCredentials, maskGitSecrets, protect } from './protect.ts';
import type { State } from './state.ts';
import { reachable } from './toolchains.ts';
import { userMounts } from './user.ts';

/** What this machine's bubblewrap can do: 0.6 of Ubuntu 22.04 knows neither. */
export type Features = { size: boolean; disableUserns: boolean };

/** Our own files inside: nothing there can be moved, because the root is read-only and all below it are mounts. */
export const ours = { output: '/oi/output', node: '/oi/node', hands: '/oi/hands', layers: '/oi/layers' };

/**
 * The session's: its namespaces, and everything that is to be seen, mounted once. Its first process holds every
 * capability in there, to mount overlays; nobody else ever runs in it but bubblewrap on its way to a command.
 */
export function sessionArguments(plan: Plan, state: State, features: Features): Argument[] {
  return [
    plain('--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'ALL', '--unshare-ipc', '--unshare-uts'),
    plain('--unshare-cgroup-try', '--hostname', 'sandbox', '--new-session', '--info-fd', '3'),
    { defence: 'own-pids', args: ['--unshare-pid', '--as-pid-1'] },
    { defence: 'die-with-host', args: ['--die-with-parent'] },
    { defence: 'no-network', args: ['--unshare-net'] },
    ...systemMounts(state.empty),
    ...privateMounts(state, plan.home, features.size),
    ...ownMounts(plan, state),
    ...workMounts(plan, state),
    { defence: 'read-only-root', args: ['--remount-ro', '/'] },
  ];
}

function ownMounts({ hands, overlays, owner, user }: Plan, state: State): Argument[] {
  const seen = (path: string, at: string) =>
    plain('--ro-bind', hiddenFrom(owner.uid, path) ? copyInto(state.folder, path) : path, at);
  return [
    plain('--ro-bind', state.output, ours.output, ...userMounts(user, state.folder)),
    seen(hands.node, ours.node),
    ...hands.parts.map((part) => seen(join(hands.root, part), join(ours.hands, part))),
    ...(overlays.length === 0 ? [] : [plain('--bind', state.layers, ours.layers)]),
    ...overlays.map(({ lower }, index) => plain('--ro-bind', lower, join(ours.layers, `lower-${index}`))),
  ];
}

/** Whether we, being root, see a path that the one who will run inside does not. */
const hiddenFrom = (uid: number, path: string): boolean => process.getuid?.() === 0 && !reachable(path, uid);

/** For root, whose own programs may lie where the one who will run them must not go. */
function copyInto(folder: string, path: string): string {
  const copy = join(mkdtempSync(join(folder, 'copy-')), basename(path));
  cpSync(path, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  chmodSync(dirname(copy), 0o755);
  return copy;
}

function workMounts(plan: Plan, state: State): Argument[] {
  const roots = [
    { host: state.tmp, at: '/tmp' },
    { host: state.home, at: plan.home },
  ];
  const pins = pinned([plan.home, plan.folder, ...plan.readable], roots, plan.owner);
  return [
    ...pins,
    ...plan.readable.map((path) => readOnly(path, path)),
    plain(plan.writable ? '--bind' : '--ro-bind', plan.source, plan.folder),
    ...plan.overlays.map(({ at }) => plain('--dir', at)),
    ...(plan.writable ? protect(plan.folder, plan.held) : []),
    ...maskGitSecrets(plan.gitFolders, state.folder),
    ...maskCredentials(plan.source, plan.folder, state.empty),
  ];
}

/** A command's: what it must not share with others of its session, and what it must not be able to do. */
export function commandWallArguments(plan: Plan, features: Features): Argument[] {
  const { uid, gid } = plan.owner;
  const environment = Object.entries(plan.environment).flatMap(([name, value]) => ['--setenv', name, value]);
  return [
    plain('--unshare-user', '--uid', String(uid), '--gid', String(gid), '--unshare-pid'),
    { defence: 'own-pid-1', args: ['--as-pid-1'] },
    { defence: 'die-with-host', args: ['--die-with-parent'] },
    { defence: 'new-session', args: ['--new-session'] },
    { defence: 'capabilities', args: ['--cap-drop', 'ALL'], instead: ['--cap-add', 'ALL'] },
    ...(features.disableUserns
      ? [{ defence: 'no-nested-namespaces', args: ['--disable-userns'] } as const]
      : []),
    plain('--dev-bind', '/', '/'),
    { defence: 'fresh-proc', args: ['--proc', '/proc'] },
    { defence: 'read-only-sysctl', args: ['--ro-bind', '/proc/sys', '/proc/sys'] },
    { defence: 'seccomp', args: ['--seccomp', '3'] },
    { defence: 'clean-environment', args: ['--clearenv', ...environment] },
  ];
}

/** Enters the session by the descriptors that a command is started with: see bubblewrap.ts. */
export const enterArguments: readonly Argument[] = [
  plain('--preserve-credentials', '--user=/proc/self/fd/4', '--mount=/proc/self/fd/5'),
  plain('--ipc=/proc/self/fd/7'),
  { defence: 'no-network', args: ['--net=/proc/self/fd/6'] },
  { defence: 'own-pids', args: ['--pid=/proc/self/fd/8'] },
  plain('--'),
];
