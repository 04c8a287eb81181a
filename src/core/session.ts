import type { ObjectId, Sha256 } from './change.ts';
import type { Check, Finding, Ran } from './check.ts';
import type { Problem } from './errors.ts';
import type { Receipt } from './forge.ts';
import type { FailedAttempt, Reply, WireId } from './model.ts';
import type { Outcome } from './outcome.ts';
import type { Outline } from './outline.ts';
import type { Asked, Hidden, Instructions, Plan, Settings, Source } from './task.ts';
import type { Call, ToolResult } from './tool.ts';
import type { Result } from './trees.ts';

/** The version of this format. A log says it in its first entry; readers refuse a newer one. */
export const logVersion = 1;

/** One thing that happened. Facts carry results, never recipes: folding them needs no I/O, not even a clock. */
export type Fact =
  | { type: 'session.opened'; version: number; id: string }
  | { type: 'sitting.opened'; plan: Plan; settings: Settings }
  /** Another process goes on with the sitting that an earlier one left; the time in between is nobody's. */
  | { type: 'sitting.resumed' }
  /**
   * `own`: the bytes of a harness of the repository's own as they were then. What is changed later has no say in the sitting.
   * `asked`: what a run asked for that went on with the sitting, where it is not what the sitting was opened with.
   */
  | {
      type: 'harness.chosen';
      harness: string;
      own?: Sha256 | undefined;
      model: string;
      wire: WireId;
      why: string;
      asked?: Asked;
    }
  | {
      type: 'environment.seen';
      date: string;
      os: string;
      release: string;
      arch: string;
      shell: string;
      folder: string;
      /** The folders as the harness shows them, where it does. */
      outline?: Outline;
    }
  | {
      type: 'context.gathered';
      instructions: readonly Instructions[];
      /** Inline data, and the nonce that marks where it ends in a prompt; harnesses call the session by it, too (`options.ts`). */
      sources: readonly Source[];
      nonce: string;
      /** Invisible characters and hidden markup that were taken out. */
      hidden: number;
      /** Where they were, if there were any. */
      hiddenIn?: readonly Hidden[];
      /** Larger data lies in files for the agent to read: paths inside the sandbox. */
      files: readonly { path: string; bytes: Sha256; title: string }[];
      /** What the agent's folder is not like the repository in, a sentence each. */
      notes: readonly string[];
    }
  | { type: 'round.opened' }
  | { type: 'snapshot.taken'; tree: ObjectId }
  /** A request is about to go out. What ends it is the next reply or failed attempt; where none comes, nobody told its use. */
  | { type: 'model.asked' }
  | ({ type: 'attempt.failed' } & FailedAttempt)
  | { type: 'model.replied'; reply: Reply }
  | { type: 'model.told'; text: string }
  /**
   * The conversation is to become shorter: it fills the model's window, or the provider said that it does not fit. What the
   * model says up to the next `compaction.closed` is no part of it. `used` and `window` in tokens, `window` null where it is
   * unknown; `share` is how much of it the request for notes may fill.
   */
  | {
      type: 'compaction.opened';
      why: 'full' | 'overflow';
      strategy: string;
      used: number;
      window: number | null;
      share: number;
    }
  /**
   * From here on the conversation is: the messages of others in `kept.users` and, after the model's notes, what was said from
   * the entry `kept.from` on, null for nothing; all of it where `kept` is null. `cleared` are calls whose results are left
   * out. Tokens before and after are estimates.
   */
  | {
      type: 'compaction.closed';
      strategy: string;
      notes: readonly string[];
      kept: { users: readonly number[]; from: number | null } | null;
      cleared: readonly string[];
      before: number;
      after: number;
    }
  | { type: 'tool.called'; call: Call }
  | { type: 'tool.returned'; call: string; result: ToolResult }
  | { type: 'work.stopped'; because: 'finished'; title: string; body: string }
  | { type: 'work.stopped'; because: 'limit' | 'cancelled' | 'gave-up'; why: string }
  /** Back to the state after entry `to`; `kept` is the tree that the folder held before. */
  | { type: 'session.rewound'; to: number; kept: ObjectId | null }
  /** What the round's work came to, read when nothing ran any more. */
  | ({ type: 'change.found' } & Result)
  | { type: 'checks.planned'; checks: readonly Check[]; why: string }
  | { type: 'check.ran'; check: string; on: 'base' | 'change'; ran: Ran; scripts: readonly string[] }
  | { type: 'evidence.found'; findings: readonly Finding[] }
  /** `tell` is what the next round of work begins with, for the model; null when there is none. */
  | { type: 'round.judged'; again: boolean; why: string; tell: string | null }
  | { type: 'problem.met'; problem: Problem }
  | { type: 'effect.done'; key: string; receipt: Receipt; acted: boolean }
  /** `untold` is how it would have ended, had the forge let us say so. */
  | { type: 'sitting.closed'; outcome: Outcome; untold?: Outcome };

/**
 * A fact with its place. `seq` starts at 1 without gaps; `at` is ISO 8601 UTC. A session is a sequence of sittings, one
 * per admitted event, each with rounds of work and verify; round 0 is what comes before the work.
 */
export type Entry = { seq: number; at: string; sitting: number; round: number } & Fact;
export type EntryOf<T extends Fact['type']> = Extract<Entry, { type: T }>;
/** A pure function of the log: everything that people and models see is one. */
export type View<T> = (entries: readonly Entry[]) => T;

/** The only writer of a session's log. What `record` returns is what went to disk. */
export type Session = {
  readonly id: string;
  /** Everything that ever happened. */
  readonly log: readonly Entry[];
  /** What stands: the log without what a rewind took back. */
  readonly entries: readonly Entry[];
  record(fact: Fact): Entry;
  /** Calls back after each record. There is one follower: the progress. */
  follow(follower: () => void): void;
};

/** Where a fact belongs, given the log before it. */
export function place(log: readonly Entry[], fact: Fact): { sitting: number; round: number } {
  const before = fact.type === 'session.rewound' ? log[fact.to - 1] : log.at(-1);
  const { sitting, round } = before ?? { sitting: 0, round: 0 };
  // A sitting that a rewind took back keeps its number to itself, since what it spent is its own.
  if (fact.type === 'sitting.opened')
    return { sitting: Math.max(0, ...log.map((entry) => entry.sitting)) + 1, round: 0 };
  return { sitting, round: fact.type === 'round.opened' ? round + 1 : round };
}

/** The log without what a rewind took back. */
export function standing(log: readonly Entry[]): Entry[] {
  const kept: Entry[] = [];
  for (const entry of log) stand(kept, entry);
  return kept;
}

/** One more entry on what stands so far. */
export function stand(kept: Entry[], entry: Entry): void {
  if (entry.type === 'session.rewound') while ((kept.at(-1)?.seq ?? 0) > entry.to) kept.pop();
  kept.push(entry);
}

/** What came before these is done with, finished or not. */
export const begins = ({ type }: Entry): boolean =>
  type === 'sitting.opened' || type === 'harness.chosen' || type === 'round.opened';

/** The compaction that is under way at the end of a log; whatever begins drops it. */
export function compacting(entries: readonly Entry[]): EntryOf<'compaction.opened'> | null {
  const newest = entries.findLast(
    (entry) => entry.type === 'compaction.opened' || entry.type === 'compaction.closed' || begins(entry),
  );
  return newest?.type === 'compaction.opened' ? newest : null;
}

/** The log without what the model said in compactions. */
export function withoutCompactions(entries: readonly Entry[]): readonly Entry[] {
  if (!last(entries, 'compaction.opened')) return entries;
  let open = false;
  return entries.filter((entry) => {
    if (entry.type === 'compaction.opened') open = true;
    if (entry.type === 'compaction.closed' || begins(entry)) open = false;
    return !open || entry.type !== 'model.replied';
  });
}

/** The last sitting. */
export function sitting(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.sitting === entries.at(-1)?.sitting);
}

/** The last round of the last sitting: what views of state read. */
export function round(entries: readonly Entry[]): Entry[] {
  return sitting(entries).filter((entry) => entry.round === entries.at(-1)?.round);
}

export function only<T extends Fact['type']>(entries: readonly Entry[], type: T): EntryOf<T>[] {
  return entries.filter((entry): entry is EntryOf<T> => entry.type === type);
}

export function last<T extends Fact['type']>(entries: readonly Entry[], type: T): EntryOf<T> | undefined {
  return entries.findLast((entry): entry is EntryOf<T> => entry.type === type);
}

/** Records a fact unless this sitting has one of its type: what makes a stage safe to run again. */
export async function once(
  session: Session,
  type: Fact['type'],
  make: () => Promise<Fact> | Fact,
): Promise<void> {
  if (!last(sitting(session.entries), type)) session.record(await make());
}
