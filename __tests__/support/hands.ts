import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import { openFiles } from '../../src/sandbox/files.ts';

const script = join(import.meta.dirname, '../../src/hands/main.ts');

/**
 * The real hands on a folder, as a plain child without a sandbox. `children`: every process that was launched; `before`:
 * what bash does to itself before it becomes the hands.
 */
export function handsOn(folder: string, { deadlineMilliseconds = 30_000, before = ':' } = {}) {
  const children: ChildProcess[] = [];
  const files = openFiles({
    deadlineMilliseconds,
    launch() {
      const command = `${before}; exec "$0" --max-semi-space-size=1 --max-old-space-size=64 "$1"`;
      const child = spawn('bash', ['-c', command, process.execPath, script], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      children.push(child);
      return { stdin: child.stdin, stdout: child.stdout, kill: () => child.kill('SIGKILL') };
    },
  });
  after(() => files.close());
  return { files, children };
}

/** Text of what was read, null where it was not. */
export const textOf = (read: { ok: true; value: { content: Uint8Array } } | { ok: false }): string | null =>
  read.ok ? Buffer.from(read.value.content).toString() : null;

/** Why something did not work; '' where it did. */
export const whyOf = (attempt: { ok: true } | { ok: false; why: string }): string =>
  attempt.ok ? '' : attempt.why;
