import { existsSync, readFileSync } from 'node:fs';
import { OiError } from '../core/errors.ts';

/** What can forbid a sandbox on this machine. */
export type Obstacles = {
  /** kernel.apparmor_restrict_unprivileged_userns, Ubuntu 24.04 and later. */
  appArmor: boolean;
  /** kernel.unprivileged_userns_clone=0, older Debian, or user.max_user_namespaces=0. */
  namespacesOff: boolean;
  container: boolean;
};

export function obstacles(): Obstacles {
  const setting = (name: string): string | null => {
    try {
      return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
    } catch {
      return null;
    }
  };
  return {
    appArmor: setting('kernel/apparmor_restrict_unprivileged_userns') === '1',
    namespacesOff:
      setting('kernel/unprivileged_userns_clone') === '0' || setting('user/max_user_namespaces') === '0',
    container: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  };
}

export const missing = (program: 'bubblewrap' | 'util-linux'): OiError =>
  new OiError(
    'sandbox.unavailable',
    program === 'bubblewrap'
      ? 'The sandbox needs bubblewrap, and there is no /usr/bin/bwrap that only root can write.'
      : 'The sandbox needs nsenter and setpriv of util-linux in /usr/bin, writable by root only.',
    `Install it, e.g. with \`sudo apt-get install ${program}\`, and try again.`,
  );

/** Why the sandbox did not start, from what bubblewrap printed and what forbids it on this machine. */
export function diagnose(complaint: string, { appArmor, namespacesOff, container }: Obstacles): OiError {
  const said = complaint.trim().split('\n').slice(0, 3).join(' ') || 'nothing was said';
  const unavailable = (happened: string, advice: string) =>
    new OiError('sandbox.unavailable', `${happened} (${said}).`, advice);
  const [, path] = /Can't find source path (.+): Permission denied/.exec(complaint) ?? [];
  if (path !== undefined) {
    return unavailable(
      `Who owns the folder, and in whose name commands run, cannot get to ${path}`,
      'Let them through the folders above it (`chmod o+x`), or put it elsewhere; for our own files that is TMPDIR.',
    );
  }
  // Anything else that went wrong is not theirs.
  const denied = /permission|not permitted|mount proc|no space left|namespace/i.test(complaint);
  if (denied && appArmor) {
    return unavailable(
      'AppArmor keeps programs from making a sandbox on this machine',
      'Allow it for bubblewrap alone: write `abi <abi/4.0>, profile oi-bwrap /usr/bin/bwrap flags=(unconfined) { userns, }` ' +
        'to /etc/apparmor.d/oi-bwrap and run `sudo apparmor_parser -r /etc/apparmor.d/oi-bwrap`; or, for all programs, ' +
        '`sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`.',
    );
  }
  if (denied && namespacesOff) {
    return unavailable(
      'User namespaces are switched off on this machine, and the sandbox is made of them',
      'Run `sudo sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000`.',
    );
  }
  if (denied && container) {
    return unavailable(
      'This container does not allow a sandbox inside it',
      'Run it with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt ' +
        'systempaths=unconfined` (in a workflow: under `container.options`), or run the job without a container.',
    );
  }
  return unavailable('bubblewrap could not make the sandbox', 'See what it printed, or use another machine.');
}
