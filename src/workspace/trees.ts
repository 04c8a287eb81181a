import type { ObjectId } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { Changes, Trees } from '../core/trees.ts';
import type { BytePath } from '../git/objects.ts';
import { layDifference, union } from './lay.ts';
import type { Place } from './private-git.ts';
import { readFile, readFiles, readFolder } from './read-files.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** Git waits for ever on a FIFO that is called `.gitignore`. A folder that took this long once is not looked at again. */
const snapshotSeconds = 60;
const laySeconds = 600;
/** Laying an old `.gitignore` may bring files into view that the newer one hid; they go in the next pass. */
const passes = 3;

type Parts = {
  place: Place;
  /** Done once, before the first snapshot: the paths whose entry in the index is not to be believed. */
  distrusted(signal: AbortSignal): Promise<readonly BytePath[]>;
  changes(base: ObjectId, snapshot: () => Promise<Snapshot>): Promise<Changes>;
};

/** The trees of one folder. One thing is done at a time, since git has one index to do it with. */
export function treesOf({ place, distrusted, changes }: Parts): Trees {
  let queue: Promise<unknown> = Promise.resolve();
  let stalled = false;
  let believed = false;
  let indexed: ObjectId | null = null;

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = queue.then(act);
    queue = turn.catch(() => undefined);
    return turn;
  }

  /** Null when there is too much, or it takes too long. */
  async function look(signal: AbortSignal): Promise<Snapshot | null> {
    if (stalled) return null;
    const clock = AbortSignal.timeout(snapshotSeconds * 1000);
    const either = AbortSignal.any([signal, clock]);
    try {
      const afresh = believed ? [] : await distrusted(either);
      const known = indexed;
      indexed = null;
      const snapshot = await takeSnapshot(place, either, { afresh, indexed: known });
      if (snapshot) {
        believed = true;
        indexed = snapshot.tree;
      }
      return snapshot;
    } catch (error) {
      if (!clock.aborted || signal.aborted) throw error;
      stalled = true;
      return null;
    }
  }

  async function mustLook(): Promise<Snapshot> {
    const snapshot = await look(AbortSignal.timeout(laySeconds * 1000));
    if (snapshot) return snapshot;
    throw new OiError(
      'workspace.too-large',
      `What stands in ${place.folder} is too much to be kept as a snapshot.`,
      'Let a .gitignore name the folders that hold data or installed packages, then try again.',
    );
  }

  async function lay(tree: ObjectId): Promise<ObjectId> {
    const signal = AbortSignal.timeout(laySeconds * 1000);
    let kept = (await mustLook()).tree;
    let stands = kept;
    for (let pass = 0; pass < passes && stands !== tree; pass++) {
      indexed = null;
      await layDifference(place, stands, tree, signal);
      stands = (await mustLook()).tree;
      if (stands !== tree) kept = await union(place, kept, tree, stands);
    }
    return kept;
  }

  return {
    folder: place.folder,
    snapshot: (signal) =>
      inTurn(() =>
        look(signal).then(
          (snapshot) => snapshot?.tree ?? null,
          (error) => {
            // Work goes on without a snapshot; a machine without git has none at all.
            if (signal.aborted || error instanceof OiError) return null;
            throw error;
          },
        ),
      ),
    lay: (tree) => inTurn(() => lay(tree)),
    changes: (base) => inTurn(() => changes(base, mustLook)),
    list: async (tree, folder) => (await readFolder(place.gitDir, tree, folder)).map(({ name }) => name),
    entries: (tree, folder) => readFolder(place.gitDir, tree, folder),
    read: (tree, path) => readFile(place.gitDir, tree, path),
    readAll: (tree, paths) => readFiles(place.gitDir, tree, paths),
  };
}
