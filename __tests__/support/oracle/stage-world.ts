import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Disarmed, Played } from './script.ts';

/** Whether a network of its own can be had here, without which nobody hears what gets out. */
export const ownNetwork = process.getuid?.() === 0;

export type World = { play(name: string, disarmed?: Disarmed): Promise<Played> };

/** The process in which scripts are played, one after the other. */
export async function openWorld(): Promise<World> {
  const module = fileURLToPath(new URL('world.ts', import.meta.url));
  const child = ownNetwork
    ? fork(module, ['own-network'], {
        execPath: 'unshare',
        execArgv: ['--net', process.execPath],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
    : fork(module, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  after(async () => {
    child.disconnect();
    const [code] = await ended;
    if (code !== 0)
      throw new Error(`The world ended with ${code}: GitHub or the model would have refused a request.`);
  });
  const heard = async (): Promise<{ played?: Played; error?: string }> => {
    const answer = await Promise.race([
      once(child, 'message'),
      ended.then(() => [{ error: 'The world ended.' }]),
    ]);
    return answer[0] as { played?: Played; error?: string };
  };
  const { error } = await heard();
  if (error) throw new Error(error);
  let last: Promise<unknown> = Promise.resolve();
  const play = async (name: string, disarmed?: Disarmed): Promise<Played> => {
    child.send({ name, disarmed: disarmed ?? null });
    const { played, error } = await heard();
    if (!played) throw new Error(error);
    return played;
  };
  return {
    play(name, disarmed) {
      const next = last.then(() => play(name, disarmed));
      last = next.catch(() => {});
      return next;
    },
  };
}
