import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ancestors, within } from './folder.ts';

/**
 * Language managers below the home folder: when PATH names something in the first, these are what it needs. Chosen so
 * that no credential file of theirs is among them (~/.cargo/credentials.toml, ~/.local/share/keyrings).
 */
const managers: readonly (readonly [string, readonly string[]])[] = [
  ['.cargo/bin', ['.cargo/bin', '.rustup']],
  ['.local/bin', ['.local/bin', '.local/lib', '.local/share/pipx', '.local/share/uv']],
  ...'.pyenv .rbenv .nodenv .goenv .jenv .asdf .volta .bun .deno .sdkman .nvm .fnm .ghcup .dotnet go'
    .split(' ')
    .concat('.local/share/fnm', '.local/share/mise', '.local/share/pnpm')
    .map((folder) => [folder, [folder]] as const),
];

/** Variables that name a toolchain's folder. */
const homes =
  /^(?:JAVA_HOME|ANDROID_HOME|GOROOT|RUSTUP_HOME|PYENV_ROOT|RBENV_ROOT|NVM_DIR|DOTNET_ROOT|VOLTA_HOME)/;

/**
 * Folders of this machine that PATH and the toolchain variables need and that the sandbox's own root lacks. `seen` are
 * the folders that it has; `forbidden` must not come in by this door, nor any folder that holds one of them.
 */
export function toolchainFolders(
  environment: Readonly<Record<string, string>>,
  where: { path: readonly string[]; home: string; seen: readonly string[]; forbidden: readonly string[] },
): string[] {
  const named = Object.entries(environment).flatMap(([name, value]) => (homes.test(name) ? [value] : []));
  const wanted = [...where.path.flatMap((entry) => needs(entry, where.home)), ...named].filter(
    (folder) => folder.startsWith('/') && existsSync(folder) && statSync(folder).isDirectory(),
  );
  const allowed = [...new Set(wanted)].filter((folder) => {
    const real = realpathSync(folder);
    return (
      !where.seen.some((root) => within(real, root)) &&
      !where.forbidden.some((secret) => within(secret, real) || within(secret, folder))
    );
  });
  return allowed.filter((folder) => !allowed.some((other) => other !== folder && within(folder, other)));
}

function needs(entry: string, home: string): string[] {
  if (within(entry, home)) {
    const manager = managers.find(([folder]) => within(entry, join(home, folder)));
    return manager ? manager[1].map((folder) => join(home, folder)) : [entry];
  }
  return ['bin', 'sbin', 'shims', '.bin'].includes(basename(entry)) && ancestors(entry).length > 1
    ? [dirname(entry)]
    : [entry];
}

/** Whether that user may walk to a path, by the mode bits of the folders above it. Root walks everywhere. */
export function reachable(path: string, uid: number): boolean {
  if (process.getuid?.() !== 0 || uid === 0) return readable(path);
  return ancestors(path).every((folder) => {
    const { uid: owner, mode } = statSync(folder);
    return (mode & (owner === uid ? 0o100 : 0o001)) !== 0;
  });
}

function readable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
