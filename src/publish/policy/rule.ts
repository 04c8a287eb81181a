import type { Blobs, ChangedFile, ChangeSet } from '../../core/change.ts';
import type { Settings } from '../../core/task.ts';
import type { Changes } from '../../core/trees.ts';

/** Why a change may not be published: one sentence of what, one of what to do. */
export type Objection = { why: string; advice: string };

export type RuleWorld = { settings: Settings; blobs: Blobs; barred: Changes['barred'] };

/**
 * One reason to hold a change back, judged on the bytes. One objection blocks the whole change; nothing in it is ever
 * rewritten.
 */
export type Rule = {
  name: string;
  /** Looks at the set as a whole, for counts and sums. */
  whole?(change: ChangeSet, at: RuleWorld): Objection | null;
  /** Looks at one file; `bytes` is null when the file is gone. */
  file?(file: ChangedFile, bytes: Uint8Array | null, at: RuleWorld): Objection | null;
};
