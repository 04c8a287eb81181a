import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './state.ts';

/**
 * Who runs inside, by name. Programs that ask for it (`whoami`, Node's `os.userInfo()`) fail for a number without a
 * name, so `lines` are to be added to /etc/passwd and /etc/group where the machine knows none.
 */
export type User = { name: string; lines: { passwd: string; group: string } | null };

export function userOf({ uid, gid }: Owner, home: string): User {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , number]) => number === String(uid));
  if (known?.[0]) return { name: known[0], lines: null };
  const lines = { passwd: `agent:x:${uid}:${gid}::${home}:/bin/bash\n`, group: `agent:x:${gid}:\n` };
  return { name: 'agent', lines };
}

/** The two files with the user in them, made in that folder, as bubblewrap's arguments. */
export function userMounts({ lines }: User, folder: string): string[] {
  if (lines === null) return [];
  return (['passwd', 'group'] as const).flatMap((name) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(`/etc/${name}`, 'utf8') + lines[name], { mode: 0o644 });
    return ['--ro-bind', path, `/etc/${name}`];
  });
}
