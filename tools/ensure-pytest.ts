import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The system's own: what a person installed for themselves is not where jobs look. */
const isThere = (): boolean => spawnSync('/usr/bin/python3', ['-m', 'pytest', '--version']).status === 0;

/** A real pytest, to show what can be done to one. As root it is installed from the distribution's packages. */
export function ensurePytest(): boolean {
  if (isThere()) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error('Installing pytest …');
  apt('update', '-qq');
  apt('install', '-y', '-qq', 'python3-pytest');
  return isThere();
}

/** Waits for its turn: test files run at the same time. */
function apt(...args: string[]): void {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
