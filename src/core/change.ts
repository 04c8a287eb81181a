/** Lower-case hex SHA-256 of some bytes. */
export type Sha256 = string;
/** Lower-case hex SHA-1 of a git object. */
export type ObjectId = string;

export const fileModes = ['100644', '100755', '120000'] as const;
export type FileMode = (typeof fileModes)[number];

/**
 * What differs from the base commit. `path` is relative and uses `/`; a path that is not UTF-8 is not publishable and
 * is reported by who made the set. Bytes live in the blob store; `now: null` means that the file is gone.
 */
export type ChangedFile = { path: string; now: { mode: FileMode; bytes: Sha256; size: number } | null };
export type ChangeSet = { base: ObjectId; files: readonly ChangedFile[] };

/** Bytes beside the log, named by their SHA-256 and never rewritten. */
export type Blobs = {
  /** Null when the bytes hold a live secret: such bytes are never kept. */
  put(bytes: Uint8Array): Promise<Sha256 | null>;
  /** Throws `blob.missing`, also when the bytes are not those of that name. */
  get(name: Sha256): Promise<Uint8Array>;
};
