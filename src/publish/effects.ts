import type { ChangeSet } from '../core/change.ts';
import { answerKey, type Effect } from '../core/forge.ts';
import type { Destination, Plan, Task } from '../core/task.ts';

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
  if (origin.kind === 'terminal') return null;
  return { kind: 'comment', key: answerKey({ id }), subject: origin.subject, body };
}
