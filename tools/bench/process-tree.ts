import { readdirSync, readFileSync } from 'node:fs';

// What Linux tells of a process and all that it started. A process that ends while it is looked at counts as nothing.

/** Milliseconds of a tick of /proc/pid/stat: USER_HZ is 100 on every Linux that Node runs on. */
const tickMilliseconds = 10;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
  } catch {
    return [];
  }
}

/** The process and its descendants that are alive, those in namespaces and process groups of their own too. */
export function treeOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    read(`${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/**
 * CPU that the tree has used, that of children who have ended and were collected included. The living are read from
 * schedstat, in nanoseconds: whole ticks of a dozen short processes would flatter whoever starts many.
 */
export function cpuMilliseconds(pid: number): number {
  return treeOf(pid).reduce((sum, each) => sum + livingMilliseconds(each) + collectedMilliseconds(each), 0);
}

const livingMilliseconds = (pid: number): number =>
  tasksOf(pid).reduce((sum, task) => sum + Number(read(`${task}/schedstat`).split(' ')[0]) / 1e6, 0);

/** `cutime` and `cstime`, the fields 16 and 17 of stat(5); the name before them may hold spaces. */
function collectedMilliseconds(pid: number): number {
  const [, after = ''] = /\) (.*)/.exec(read(`/proc/${pid}/stat`)) ?? [];
  const fields = after.split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickMilliseconds;
}

/** Proportional set size: pages shared by several processes are divided among them. */
export function pssBytes(pid: number): number {
  return treeOf(pid).reduce((sum, each) => {
    const [, kilobytes = '0'] = /^Pss: +(\d+) kB/m.exec(read(`/proc/${each}/smaps_rollup`)) ?? [];
    return sum + Number(kilobytes) * 1024;
  }, 0);
}
