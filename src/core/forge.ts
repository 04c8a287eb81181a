import type { Blobs, ChangeSet, ObjectId } from './change.ts';
import type { Person, Subject, Task } from './task.ts';

/** What the forge says about a login. `none` also stands for every answer that is not a clear yes. */
export type Permission = 'none' | 'read' | 'write' | 'admin';

/** A remark in a thread. `at` is ISO 8601; `place` names file and line of a review remark. */
export type Remark = {
  id: number;
  author: Person | null;
  /** The forge's word for the author's standing, e.g. MEMBER; a hint, never a permission. */
  association: string;
  body: string;
  at: string;
  editedAt: string | null;
  url: string;
  /** Ours, by author and hidden mark. */
  ours: boolean;
  hidden: boolean;
  place: { path: string; line: number | null; outdated: boolean; hunk: string } | null;
};

/** A branch of ours and what is open from it. `closed`: the last pull request from it, when none is open. */
export type OurBranch = {
  name: string;
  head: ObjectId | null;
  /** Where the work on this very task began, when the head is what came of it: an earlier attempt of the same job. */
  begun: ObjectId | null;
  pull: { number: number; url: string } | null;
  closed: { number: number; url: string; merged: boolean } | null;
};

/** What is so around every task that comes from a forge. */
type Surroundings = {
  defaultBranch: { name: string; head: ObjectId } | null;
  ours: OurBranch;
  private: boolean;
};

/** The state of the world around an issue or pull request. */
export type SubjectCircumstances = Surroundings & {
  kind: 'subject';
  subject: Subject & {
    title: string;
    body: string;
    author: Person | null;
    association: string;
    state: 'open' | 'closed' | 'merged';
    labels: readonly string[];
    at: string;
    /** When the description was last changed. */
    editedAt: string | null;
    url: string;
  };
  /** The asking comment as it is now; null when it is gone, or when nobody asked by a comment. */
  comment: { body: string; editedAt: string | null; author: Person | null } | null;
  /** For a pull request. `head.repository` is null when the fork is gone; `head.exists` whether its branch is there. */
  pull: {
    head: { branch: string; commit: ObjectId; repository: string | null; exists: boolean };
    into: { branch: string; commit: ObjectId };
    fork: boolean;
    /** How many of its commits our branch that is stacked on it lacks; 0 where there is no such branch. */
    unseen: number;
  } | null;
  /** Newest last. `left` counts older remarks that were not read. */
  thread: { remarks: readonly Remark[]; left: number };
  /** Our tracking comment for this task, when a former attempt wrote one. */
  tracking: { id: number; url: string } | null;
};

/** The state of the world around a workflow's own task. `into` is the branch it runs on, null when it is gone. */
export type BranchCircumstances = Surroundings & {
  kind: 'branch';
  into: { name: string; head: ObjectId } | null;
};

/** The state of the world around a task, read in one go when it is admitted. */
export type Circumstances = { kind: 'folder' } | SubjectCircumstances | BranchCircumstances;

export type ForgeReads = {
  permission(person: Person): Promise<Permission>;
  /** Asked when the task is admitted and again when its context is gathered: the same answer for the same task. */
  circumstances(task: Task): Promise<Circumstances>;
  /** What only a pull request has: review remarks and the paths that it changes. */
  review(subject: Subject): Promise<{ remarks: readonly Remark[]; files: readonly string[] }>;
};

/** A change to the forge, as data. `key` names the thing it is about, e.g. `pull:oi/issue-12`, never its place. */
export type Effect =
  | {
      kind: 'branch';
      key: string;
      branch: string;
      /**
       * The commit that ours goes on top of: the branch's head as planned, or the base of a new branch. It is the change's
       * own base, too, unless an earlier attempt's result is replaced by this one's.
       */
      parent: ObjectId;
      /** True when the branch must not exist yet. */
      fresh: boolean;
      change: ChangeSet;
      message: string;
    }
  | { kind: 'pull'; key: string; branch: string; into: string; title: string; body: string; draft: boolean }
  | { kind: 'comment'; key: string; subject: Subject; body: string }
  /** A label that is to be on the subject, or is not to be. */
  | { kind: 'label'; key: string; subject: Subject; label: string; on: boolean };

/** The line of a commit message that says which task the commit is the result of. */
export const runTrailer = (task: Pick<Task, 'id'>): string => `Run: ${task.id}`;

/** The key of the one comment that answers a task: announced, kept up to date, and at last the answer. */
export const answerKey = (task: Pick<Task, 'id'>): string => `answer:${task.id}`;

/** The label that says we are at work on an issue, so that no other run takes it. */
export const claimLabel = 'oi:working';

/** `url` of the thing for people; `id` is a pull request's or comment's number, a branch's commit. */
export type Receipt = { id: string; url: string };

/**
 * The write half. The agent's world does not contain it. Throws `forge.*`, and `branch.moved` where a branch went on
 * without us and the two cannot be merged.
 */
export type ForgeWrites = {
  /** What stands under the effect's key, and whether it already is what the effect asks for. */
  look(effect: Effect, blobs: Blobs): Promise<(Receipt & { same: boolean }) | null>;
  /** Creates or replaces what stands under the key. */
  apply(effect: Effect, blobs: Blobs): Promise<Receipt>;
};
