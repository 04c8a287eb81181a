import { last, type Session, sitting } from '../core/session.ts';
import type { Trees } from '../core/trees.ts';

/** How long the model has to be thinking before a snapshot is worth its time. */
const quietMilliseconds = 50;
/** At most this much of the work is lost by a crash, unless a snapshot takes longer. */
const lossSeconds = 10;

/**
 * Snapshots of the folder for a resume after a crash, taken while the model thinks, so that nobody waits for them. A
 * snapshot that is not ready when the folder is about to change again is dropped, unless the last one is old.
 */
export type Snapshots = {
  /** The folder has come to rest; a snapshot may begin. */
  rest(): void;
  /** The folder is about to change: records the snapshot that is ready, and drops one that is not. */
  settle(): Promise<void>;
  /** Takes and records one now: the work stops here. */
  take(signal: AbortSignal): Promise<void>;
  /** Gives up what is running or due: nobody looks at the folder once the work is over. */
  drop(): void;
};

export function openSnapshots(session: Session, trees: Promise<Trees>, now: () => Date): Snapshots {
  let running: { tree: Promise<string | null>; drop: AbortController } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    if (running) return;
    const drop = new AbortController();
    const tree = trees.then((opened) => opened.snapshot(drop.signal));
    // Whoever settles hears of it; one that is dropped fails for nobody.
    tree.catch(() => {});
    running = { tree, drop };
  };
  const record = (tree: string | null): void => {
    if (tree) session.record({ type: 'snapshot.taken', tree });
  };
  const drop = (): void => {
    clearTimeout(timer);
    running?.drop.abort();
    running = null;
  };
  const isOld = (): boolean => {
    const before = last(sitting(session.entries), 'snapshot.taken');
    return !before || now().getTime() - Date.parse(before.at) > lossSeconds * 1000;
  };
  return {
    rest() {
      if (!last(sitting(session.entries), 'snapshot.taken')) return begin();
      timer = setTimeout(begin, quietMilliseconds);
    },
    async settle() {
      clearTimeout(timer);
      if (isOld()) begin();
      if (!running) return;
      const { tree, drop } = running;
      running = null;
      const ready = isOld() ? await tree : await Promise.race([tree, nothing()]);
      if (ready === undefined) drop.abort();
      else record(ready);
    },
    async take(signal) {
      drop();
      record(await (await trees).snapshot(signal));
    },
    drop,
  };
}

/** Loses every race against what is ready already. */
const nothing = (): Promise<undefined> => new Promise((done) => setImmediate(done, undefined));
