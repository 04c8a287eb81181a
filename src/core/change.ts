/** Lower-case hex SHA-256 of some bytes. */
export type Sha256 = string;
/** Lower-case hex SHA-1 of a git object. */
export type ObjectId = string;

export const fileModes = ['100644', '100755', '120000'] as const;
export type FileMode = (typeof fileModes)[number];

/**
 * What differs from the base commit. `path` is relative and uses `/`; a path that is not UTF-8 is not publishable and
 * is reported by who made the set. Bytes live in the blob store; `now: null` means that the file is gone, `before: null`
 * that the base has none of that path. What it held is told for a change that may be published, where it is no more than
 * `mostBaseBytes` and no live secret is in it.
 */
export type ChangedFile = {
  path: string;
  before: { mode: FileMode; bytes: Sha256 | null } | null;
  now: { mode: FileMode; bytes: Sha256; size: number } | null;
};
export const mostBaseBytes = 4 * 1024 * 1024;
export type ChangeSet = { base: ObjectId; files: readonly ChangedFile[] };

/** Bytes beside the log, named by their SHA-256 and never rewritten. */
export type Blobs = {
  /** Null when the bytes hold a live secret: such bytes are never kept. */
  put(bytes: Uint8Array): Promise<Sha256 | null>;
  /** Throws `blob.missing`, also when the bytes are not those of that name. */
  get(name: Sha256): Promise<Uint8Array>;
};

/** A pull request that nobody can review is worth nothing; GitHub's own diff view ends at 300 files. */
const mostFiles = 300;
const mostBytes = 4 * 1024 * 1024;

/** Why a change is too large for a pull request, in a sentence, or null. Told from its counts: nothing is read for it. */
export function tooLarge({ files }: ChangeSet): string | null {
  if (files.length > mostFiles) return `The change touches ${files.length} files; ${mostFiles} is the limit.`;
  const bytes = files.reduce((sum, { now }) => sum + (now?.size ?? 0), 0);
  return bytes > mostBytes ? `The changed files hold ${bytes} bytes; ${mostBytes} is the limit.` : null;
}
