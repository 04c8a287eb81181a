/** One package as a lockfile pins it. */
export type Locked = {
  /** Where it stands in the file: the same on both sides of a change. */
  key: string;
  version: string;
  /** By which its bytes are known, e.g. `sha512-…`; empty where nothing is said. */
  hashes: readonly string[];
  /** False where nothing is loaded for it: a folder of the repository, or what comes within another package. */
  loaded: boolean;
  /** The name that it is asked for by, and the one that it is loaded by; null where neither is told apart. */
  names: { asked: string; got: string } | null;
};

/** A lockfile that was read: what it pins, and every address, path or version that something may be loaded by. */
export type Lock = { packages: readonly Locked[]; sources: readonly string[] };
