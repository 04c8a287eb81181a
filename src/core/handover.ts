import type { ChangeSet, Sha256 } from './change.ts';
import type { Finding, Verdict } from './check.ts';
import type { Problem } from './errors.ts';
import type { Spent, WireId } from './model.ts';
import type { Hidden } from './task.ts';

/**
 * All that passes from think to publish, in one job or between two. Whoever wrote it may be the attacker: it names no
 * destination, and publish reads it only through its closed schema.
 */
export type Handover = {
  ended:
    | { how: 'finished' }
    | { how: 'stopped'; because: 'limit' | 'cancelled' | 'gave-up'; why: string }
    | { how: 'failed'; problem: Problem };
  /** The agent's own words: unverified. */
  title: string;
  body: string;
  /** Null when nothing differs from the base. */
  change: ChangeSet | null;
  /** The change as a patch for people, kept beside the log. */
  patch: Sha256 | null;
  /** What the agent made that cannot be published, and why. */
  left: readonly { path: string; why: string }[];
  /** What in the change may not be published, and why: one such file holds back the whole change. */
  barred: readonly { path: string; why: string }[];
  /** Which models took over, and what the agent's folder was not like the repository in, a sentence or two each. */
  notes: readonly string[];
  /** What nobody sees was taken out of what the agent read: a sign that somebody meant it for an agent. */
  hidden: readonly Hidden[];
  verdicts: readonly Verdict[];
  findings: readonly Finding[];
  /** Where the checks come from, or why there are none. */
  checked: string;
  /** Who worked last, and why it was them. Null where it did not come to that. */
  chosen: { model: string; harness: string; wire: WireId; why: string } | null;
  turns: number;
  usage: Spent;
};
