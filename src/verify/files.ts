/** A file of the change set as the base has it and as it is now; null where it is absent. The bytes are untrusted. */
export type FileChange = { path: string; before: Uint8Array | null; after: Uint8Array | null };

/** The repository at the base commit: no change has a say in what it is judged by. */
export type BaseFiles = {
  /** Null where there is no such file. */
  read(path: string): Promise<Uint8Array | null>;
  /** Names of the root's files and folders. */
  list(): Promise<readonly string[]>;
};
