// cspell:ignore dejavu noto
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
  if (found || process.getuid?.() !== 0 || !isDebian()) return found;
  console.error('Installing chromium …');
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return installed();
}

const isDebian = (): boolean =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Waits for its turn: test files run at the same time. */
function apt(...args: string[]): void {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
