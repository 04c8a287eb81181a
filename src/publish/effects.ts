import type { ChangeSet } from '../core/change.ts';
import { answerKey, claimLabel, type Effect } from '../core/forge.ts';
import { type Destination, type Plan, subjectOf, type Task } from '../core/task.ts';

type Pull = Extract<Destination, { kind: 'pull' }>;

/** The commit and the pull request. Pure, and every destination is the plan's. */
export function planPull(
  { base }: Plan,
  { branch, head, into }: Pull,
  change: ChangeSet,
  words: { title: string; message: string; body: string; draft: boolean },
): [Effect, Effect] {
  const { title, message, body, draft } = words;
  const parent = head ?? base ?? change.base;
  return [
    { kind: 'branch', key: `branch:${branch}`, branch, parent, fresh: head === null, change, message },
    { kind: 'pull', key: `pull:${branch}`, branch, into, title, body, draft },
  ];
}

/**
 * The task's one comment: announced, edited while the work goes on, and at last the answer. A re-run of the job finds it
 * by its key. Null for a task that came from no thread.
 */
export function planComment({ origin, id }: Task, body: string): Effect | null {
  const subject = subjectOf(origin);
  return subject && { kind: 'comment', key: answerKey({ id }), subject, body };
}

/**
 * What keeps other runs off a labelled issue while we are at work on it, or lets go of it. Null for a task that nobody else
 * could take.
 */
export function planClaim({ origin }: Task, on: boolean): Effect | null {
  if (origin.kind !== 'label') return null;
  const { kind, number } = origin.subject;
  return { kind: 'label', key: `claim:${kind}-${number}`, subject: origin.subject, label: claimLabel, on };
}
