import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** On Linux the sandbox is bubblewrap: as root it is installed from the distribution's packages, else the user is told. */
export function ensureBubblewrap(): void {
  if (process.platform !== 'linux' || existsSync('/usr/bin/bwrap')) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing bubblewrap …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
    spawnSync('apt-get', ['install', '-y', '-qq', 'bubblewrap', 'git'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  if (!existsSync('/usr/bin/bwrap')) {
    throw new Error('The tests need bubblewrap: sudo apt-get install bubblewrap');
  }
}
