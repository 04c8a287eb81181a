import type { Blobs, ChangeSet, FileMode } from '../../core/change.ts';
import type { Plan, Settings } from '../../core/task.ts';
import type { Changes } from '../../core/trees.ts';

/** Why a change may not be published: one sentence of what, one of what to do. */
export type Objection = { why: string; advice: string };

/** What a reviewer is to know about one file: the sentence goes on after its path. Both are untrusted. */
export type Remark = { path: string; sentence: string };

/** The settings are those of the base commit: no change has a say in what it is judged by. */
export type RuleWorld = {
  settings: Settings;
  taint: Plan['taint'];
  blobs: Blobs;
  barred: Changes['barred'];
};

/** A changed file with its bytes. What the base held is null where it is not told: then all of the file is new. */
export type Sides = {
  path: string;
  before: { mode: FileMode; bytes: Uint8Array | null } | null;
  now: { mode: FileMode; bytes: Uint8Array } | null;
  /** Lines of text that the base's file does not have, wherever they stand; and how many of the base's are gone. */
  added: readonly string[];
  removed: number;
};

/**
 * One reason to hold a change back, judged on the bytes in a time that grows with their number. One objection blocks the
 * whole change; nothing in it is ever rewritten.
 */
export type Rule = {
  name: string;
  /** Looks at the set before any bytes are read. */
  counts?(change: ChangeSet, at: RuleWorld): Objection | null;
  file?(file: Sides, at: RuleWorld): Objection | null;
  /** Looks at all files together. */
  whole?(files: readonly Sides[], at: RuleWorld): Objection | null;
  /** What is told of a change that may be published. */
  remarks?(files: readonly Sides[]): readonly Remark[];
};
