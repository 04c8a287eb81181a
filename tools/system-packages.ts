// cspell:ignore dejavu noto
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What tests and tools need of the system, beside Node. */
export type SystemPackage = {
  /** As Debian names them. */
  names: readonly string[];
  isThere(): boolean;
  /** Where the distribution's package is not what its name says. */
  unusable?: () => boolean;
};

/** The sandbox on Linux, and what makes repositories. */
export const bubblewrap: SystemPackage = {
  names: ['bubblewrap', 'git'],
  isThere: () => process.platform !== 'linux' || existsSync('/usr/bin/bwrap'),
};

/**
 * The browser that looks at our pages, with fonts, because a page without letters tells nothing. Ubuntu's package is but a
 * door to its store.
 */
export const chromium: SystemPackage = {
  names: ['chromium', 'fonts-dejavu-core', 'fonts-liberation', 'fonts-noto-color-emoji'],
  isThere: () => chromiumPath() !== null,
  unusable: () =>
    !(existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))),
};

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromiumPath = (): string | null => browsers.find((path) => existsSync(path)) ?? null;

/** A real pytest, to show what can be done to one: the system's, as what a person installed is not where jobs look. */
export const pytest: SystemPackage = {
  names: ['python3-pytest'],
  isThere: () => spawnSync('/usr/bin/python3', ['-m', 'pytest', '--version']).status === 0,
};

/** As root, where there is apt, installs what is missing, in one go. It is called before anything runs beside it. */
export function installMissing(wanted: readonly SystemPackage[]): void {
  const missing = wanted.filter((each) => !each.isThere() && !each.unusable?.());
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const names = missing.flatMap((each) => each.names);
  console.error(`Installing ${names.join(', ')} …`);
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...names);
}

function apt(...args: string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Nothing of ours that runs commands does so without it, so without it there is nothing to test or to show. */
export function needBubblewrap(): void {
  installMissing([bubblewrap]);
  if (!bubblewrap.isThere()) throw new Error('This needs bubblewrap: sudo apt-get install bubblewrap');
}
