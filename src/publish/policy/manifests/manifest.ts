/** What a package asks for. Versions are as they are written. */
export type Manifest = {
  /** Direct dependencies by name. */
  dependencies: ReadonlyMap<string, string>;
  /** Addresses, paths and versions that something may be loaded by. */
  sources: readonly string[];
  /** What runs when the package is installed, by a name for people; none of it may be new or other than before. */
  runs: ReadonlyMap<string, string>;
  /** Lines and values that decide where everything is loaded from; none may be new. */
  redirects: readonly string[];
  /** Dependencies that are pinned by a hash right here; absent where a lockfile does that. */
  hashed?: ReadonlySet<string>;
};

/** One kind of manifest, and the lockfiles that go with it. */
export type Reader = {
  name: RegExp;
  lockfiles: readonly string[];
  /** Null for what its own program could not read, or what is spelled so that we cannot. */
  read(text: string): Manifest | null;
};
