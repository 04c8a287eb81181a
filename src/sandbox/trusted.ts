import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The first of these programs that only root can have put there: every folder down to it belongs to root and is
 * writable by nobody else. Hosted runners have /usr/local/bin writable for all, so PATH is not asked.
 */
export function trustedProgram(candidates: readonly string[]): string | null {
  for (const candidate of candidates) {
    try {
      const path = realpathSync(candidate);
      if (onlyRootWrites(path)) return path;
    } catch {
      // not there: the next one
    }
  }
  return null;
}

function onlyRootWrites(path: string): boolean {
  const { uid, mode } = statSync(path);
  if (uid !== 0 || (mode & 0o022) !== 0) return false;
  return path === '/' || onlyRootWrites(dirname(path));
}
