import type { ChangeSet, ObjectId, Sha256 } from './change.ts';
import type { FolderEntry } from './outline.ts';

/**
 * The change set; what stands in the folder and is not in it; and what is in it and may not be published. `why` is the end
 * of a sentence about `path`, e.g. `is a socket, FIFO or device`. Both are untrusted; a path that is not UTF-8 is shown in
 * JSON's quotes, a character per byte.
 */
export type Changes = { change: ChangeSet; left: readonly Remark[]; barred: readonly Remark[] };
type Remark = { path: string; why: string };

/** What the work came to, and the change as a patch for people, kept beside the log. */
export type Result = Changes & { patch: Sha256 | null };

/** The workspace as git trees, through a private git dir that no sandbox ever sees. */
export type Trees = {
  /** The folder the agent works in. */
  readonly folder: string;
  /**
   * The folder as a tree id, without what git ignores. Null when it cannot be told: too large, or cancelled. Takes the
   * time that git needs to look at every file: start it while the model thinks.
   */
  snapshot(signal: AbortSignal): Promise<ObjectId | null>;
  /** Puts the folder back to that tree; ignored files stay. What stood there before is kept as a tree, whose id it answers. */
  lay(tree: ObjectId): Promise<ObjectId | null>;
  /** What differs between the base and the folder as it is on disk now. Nothing may run in the folder meanwhile. */
  changes(base: ObjectId): Promise<Changes>;
  /** A file's bytes as a commit or tree has it, also by a link to one in it; or null. */
  read(tree: ObjectId, path: string): Promise<Uint8Array | null>;
  /** The same for many files, in the order asked for. */
  readAll(tree: ObjectId, paths: readonly string[]): Promise<(Uint8Array | null)[]>;
  /**
   * Names of the files and folders at the top of a commit or tree, or in a folder of it, if there is one; those that are not
   * UTF-8 are left out.
   */
  list(tree: ObjectId, folder?: string): Promise<readonly string[]>;
  /** The same with what each is. */
  entries(tree: ObjectId, folder?: string): Promise<readonly FolderEntry[]>;
};
