import { lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, plain } from './defences.ts';
import { ancestors, within } from './folder.ts';
import { give, type Owner } from './state.ts';

/** What of the machine is there to be used and not changed. The rest of `/` does not exist inside. */
export const systemFolders: readonly string[] = [
  ...['/usr', '/etc', '/opt', '/nix', '/gnu', '/snap', '/home/linuxbrew'],
  ...['/var/lib/dpkg', '/var/lib/alternatives', '/var/lib/gems'],
];
const mergedFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Secrets of a machine that may be readable for who runs us, root above all. */
const secretsInEtc = [
  ...['docker', 'kubernetes', 'rancher', 'ssh', 'sudoers.d', 'NetworkManager', 'letsencrypt', 'wireguard'],
  ...['security/opasswd', 'krb5.keytab', 'ssl/private'],
];

const megabytes = (count: number): string => String(count * 1024 * 1024);

const kind = (path: string) => lstatSync(path, { throwIfNoEntry: false });

export function systemMounts(empty: string): Argument[] {
  const folders = systemFolders.filter((path) => kind(path)?.isDirectory());
  return [
    ...folders.map((path) => readOnly(path, path)),
    { defence: 'allow-listed-root', args: [], instead: restOfRoot },
    ...mergedFolders.flatMap((path) => {
      const stats = kind(path);
      if (!stats) return [];
      return [stats.isSymbolicLink() ? plain('--symlink', readlinkSync(path), path) : readOnly(path, path)];
    }),
    ...etcMasks(empty),
  ];
}

export const readOnly = (source: string, at: string): Argument => ({
  defence: 'read-only-system',
  args: ['--ro-bind', source, at],
  instead: ['--bind', source, at],
});

/** Some of what `--ro-bind / /` would show, which is what many sandboxes do. */
const restOfRoot = (): string[] =>
  ['/media', '/mnt', '/srv', '/var/cache', '/var/log']
    .filter((path) => kind(path)?.isDirectory())
    .flatMap((path) => ['--ro-bind', path, path]);

/** Named ones, and all that not everybody may read: to root, or to a member of a group, it would be open. */
function etcMasks(empty: string): Argument[] {
  const closed = readdirSync('/etc').filter((name) => ((kind(join('/etc', name))?.mode ?? 0o4) & 0o4) === 0);
  return [...new Set([...secretsInEtc, ...closed])].flatMap((name): Argument[] => {
    const path = join('/etc', name);
    const stats = kind(path);
    if (!stats || stats.isSymbolicLink()) return [];
    const args = stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', empty, path];
    return [{ defence: 'masked-etc', args }];
  });
}

/** Places to write that live as long as the session. HOME and /tmp are on disk, the rest in memory. */
export function privateMounts(
  state: { home: string; tmp: string },
  home: string,
  sized: boolean,
): Argument[] {
  const tmpfs = (size: number, permissions: string, at: string): Argument[] => [
    ...(sized ? [{ defence: 'limits', args: ['--size', megabytes(size)] } as const] : []),
    plain('--perms', permissions, '--tmpfs', at),
  ];
  return [
    { defence: 'fresh-proc', args: ['--proc', '/proc'], instead: ['--bind', '/proc', '/proc'] },
    plain('--dev', '/dev'),
    ...tmpfs(1024, '1777', '/dev/shm'),
    ...tmpfs(64, '0755', '/run'),
    ...tmpfs(1024, '1777', '/var/tmp'),
    {
      defence: 'private-run',
      args: [],
      instead: ['--bind', '/run', '/run', '--bind', '/var/tmp', '/var/tmp'],
    },
    plain('--symlink', '/run', '/var/run'),
    {
      defence: 'private-home',
      args: ['--bind', state.tmp, '/tmp', '--bind', state.home, home],
      instead: ['--bind', '/tmp', '/tmp', '--bind', home, home],
    },
  ];
}

/**
 * A mount point cannot be moved, but a folder above it can: `mv ~/.cargo ~/x` would put a ~/.cargo/bin of the agent's own
 * in the place of ours. So every folder between a private root and a mount in it becomes a mount itself.
 */
export function pinned(
  targets: readonly string[],
  roots: readonly { host: string; at: string }[],
  owner: Owner,
): Argument[] {
  const byDepth = [...roots].sort((one, other) => other.at.length - one.at.length);
  const pins = new Map<string, string>();
  for (const target of targets) {
    const root = byDepth.find(({ at }) => target !== at && within(target, at));
    if (!root) continue;
    for (const folder of ancestors(target).filter((above) => above !== root.at && within(above, root.at))) {
      pins.set(folder, root.host + folder.slice(root.at.length));
    }
  }
  const mounted = targets.filter((target) => !roots.some(({ at }) => at === target));
  return [...pins]
    .filter(([folder]) => !mounted.some((target) => within(folder, target)))
    .sort(([one], [other]) => one.length - other.length)
    .map(([folder, host]) => {
      mkdirSync(host, { recursive: true });
      give([host], owner);
      return { defence: 'pinned-ancestors', args: ['--bind', host, folder] };
    });
}
