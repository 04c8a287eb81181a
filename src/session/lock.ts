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
      writeFileSync(file, String(pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      const owner = ownerOf(file);
      if (attempt > 0 || (owner !== pid && isAlive(owner))) throw busy(id, owner, cause);
      rmSync(file, { force: true });
    }
  }
}

const ownerOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
};

function isAlive(process: number): boolean {
  if (process <= 0) return false;
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const busy = (id: string, owner: number, cause: unknown): OiError =>
  new OiError(
    'session.busy',
    `The session ${id} is in use by process ${owner}.`,
    'Wait until that run has ended, or stop it.',
    cause,
  );
