import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { OiError } from '../core/errors.ts';

/**
 * Makes sure that one process at a time writes to a session. A lock whose process is dead counts for nothing, so a
 * crash locks nobody out. Throws `session.busy`.
 */
export function lock(folder: string, id: string): () => void {
  const file = join(folder, 'lock');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, `${pid} ${birthOf(pid)}`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      const owner = ownerOf(file);
      if (attempt > 0 || (owner.pid !== pid && isAlive(owner))) throw busy(id, owner.pid, cause);
      rmSync(file, { force: true });
    }
  }
}

type Owner = { pid: number; birth: string };

function ownerOf(file: string): Owner {
  try {
    const [pid = '', birth = ''] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid) || 0, birth };
  } catch {
    return { pid: 0, birth: '' };
  }
}

/** A number is given again to a later process, which was born at another time. */
function isAlive({ pid, birth }: Owner): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return birth === '' || birth === birthOf(pid);
}

/** When a process was started, in ticks since the machine was: proc(5), field 22 of stat. Empty where it cannot be told. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const busy = (id: string, owner: number, cause: unknown): OiError =>
  new OiError(
    'session.busy',
    `The session ${id} is in use by process ${owner}.`,
    'Wait until that run has ended, or stop it.',
    cause,
  );
