// cspell:ignore dejavu noto
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const installed = (): string | null => places.find((place) => existsSync(place)) ?? null;

/** With fonts, because a page without letters tells nothing. */
const packages = ['chromium', 'fonts-dejavu-core', 'fonts-liberation', 'fonts-noto-color-emoji'];

/**
 * The browser that looks at our pages. As root on Debian it is installed where it is missing; Ubuntu's package is but a
 * door to its store and is left alone. Null where there is none.
 */
export function ensureChromium(): string | null {
  const found = installed();
  if (found || process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || isUbuntu()) return found;
  console.error('Installing chromium …');
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return installed();
}

const isUbuntu = (): boolean => existsSync('/etc/lsb-release') || existsSync('/usr/bin/snap');

/** Waits for its turn: test files run at the same time. */
function apt(...args: string[]): void {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
