// cspell:ignore mountinfo
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What on this machine still has to do with a folder: its name is in it, or it is mounted there. */
export type Leftovers = { processes: string[]; mounts: string[]; sockets: string[]; temporary: string[] };

export function leftovers({ home, temporary }: { home: string; temporary: string }): Leftovers {
  const naming = (file: string): string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(home));
  return {
    processes: readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && has(`/proc/${name}`, home))
      .map(named),
    mounts: naming('/proc/self/mountinfo'),
    sockets: naming('/proc/net/unix'),
    temporary: readdirSync(temporary),
  };
}

/** A process of a sandbox sees the folder among its mounts, whatever it is called and wherever it is. */
function has(process: string, home: string): boolean {
  const looks = [
    () => readlinkSync(`${process}/cwd`),
    ...['cmdline', 'environ', 'mountinfo'].map((name) => () => readFileSync(`${process}/${name}`, 'utf8')),
  ];
  return looks.some((look) => {
    try {
      return look().includes(home);
    } catch {
      // It has ended, or is not ours to look at.
      return false;
    }
  });
}

const named = (process: string): string => {
  try {
    return `${process} ${readFileSync(`/proc/${process}/cmdline`, 'utf8').replaceAll('\0', ' ')}`;
  } catch {
    return process;
  }
};

export const nothing: Leftovers = { processes: [], mounts: [], sockets: [], temporary: [] };

/** Looks until nothing is left, for as long as a busy machine may need; answers what is left then. */
export async function leftInTheEnd(at: { home: string; temporary: string }, looks = 400): Promise<Leftovers> {
  for (let look = 0; ; look++) {
    const left = leftovers(at);
    if (look === looks || Object.values(left).every((found) => found.length === 0)) return left;
    await sleep(50);
  }
}
