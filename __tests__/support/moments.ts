import type { LoggedRequest } from '../../sim/github/server/request-log.ts';
import type { Scene } from './stage.ts';

/** How often the comment is edited on the way depends on the machine: such a request is no moment of a run. */
const isProgress = ({ method, body }: LoggedRequest): boolean =>
  method === 'PATCH' && / -->\nOn it\./.test((body as { body?: string } | undefined)?.body ?? '');

/** Calls back when the request of that place in a run arrives (0 is the first), before it is answered. */
export function atRequest(
  { github }: Pick<Scene, 'github'>,
  place: number,
  act: (request: LoggedRequest) => void | Promise<void>,
): void {
  let count = 0;
  github.before = (request) => {
    if (!isProgress(request) && count++ === place) return act(request);
  };
}

/** Shares out the jobs among the scenes, each of which does one at a time. */
export async function inParallel<T>(
  scenes: readonly Scene[],
  jobs: readonly T[],
  run: (job: T, scene: Scene) => Promise<void>,
): Promise<void> {
  const left = [...jobs];
  await Promise.all(
    scenes.map(async (scene) => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) await run(job, scene);
    }),
  );
}

/** A request that is never answered, as long as its client waits. */
export const never = (): Promise<void> => new Promise(() => {});
