import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** States of proc(5)'s net/tcp that are no connection: a listening socket, and what the kernel keeps after both have closed. */
const listening = '0A';
const over = '06';

/** Connections with a port of this machine that somebody has still open, by their ends and state, from either side. */
export function connectionsWith(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', remote = '', state = '']) => {
      const ours = local.endsWith(`:${hex}`) || remote.endsWith(`:${hex}`);
      return ours && state !== listening && state !== over;
    })
    .map(([, local, remote, state]) => `${local} ${remote} ${state}`);
}

/** Looks until none is left, for as long as a busy machine may need; answers what is left then. */
export async function connectionsInTheEnd({ baseUrl }: { baseUrl: string }): Promise<string[]> {
  const port = Number(new URL(baseUrl).port);
  for (let look = 0; ; look++) {
    const left = connectionsWith(port);
    if (look === 400 || left.length === 0) return left;
    await sleep(50);
  }
}
