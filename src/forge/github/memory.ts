import type { ObjectId } from '../../core/change.ts';

/** What GitHub has told in this run and need not be asked for again: it saves calls, and nothing breaks without it. */
export type Memory = {
  /** The tree of a commit: neither ever changes. */
  trees: Map<ObjectId, ObjectId>;
  /** Our comments by their keys. Nobody but us writes to them. */
  comments: Map<string, { id: number; url: string; body: string }>;
  /** Subjects whose threads were read to the end: what is not among `comments` is not there. */
  threads: Set<number>;
  /** The labels on a subject, by its number. */
  labels: Map<number, Set<string>>;
};

export const openMemory = (): Memory => ({
  trees: new Map(),
  comments: new Map(),
  threads: new Set(),
  labels: new Map(),
});
