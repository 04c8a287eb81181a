import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The program and all that stayed in its process group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Kills the first process inside a command's namespace, whom nsenter and bubblewrap wait for: the kernel kills the rest,
 * and then the two end by themselves. Were they killed first, what they left would wait for the machine's init, which
 * in a container may never collect it.
 */
export function killInside(nsenter: ChildProcess): void {
  const bubblewrap = childOf(nsenter.pid);
  const inside = childOf(bubblewrap);
  try {
    if (inside === undefined) killGroup(nsenter);
    else process.kill(inside, 'SIGKILL');
  } catch {
    // it ended by itself in between
  }
}

/** From the kernel: proc(5), /proc/pid/task/tid/children. */
function childOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return child ? Number(child) : undefined;
  } catch {
    return undefined;
  }
}
