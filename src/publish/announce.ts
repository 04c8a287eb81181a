import type { Entry } from '../core/session.ts';
import type { Plan } from '../core/task.ts';
import type { Progress } from '../core/world.ts';
import { apply, type Press } from './apply.ts';
import { planClaim, planComment } from './effects.ts';

/** GitHub answers many edits in a row with a secondary rate limit; people read no faster anyway. */
const paceMilliseconds = 5000;

export type Announcer = Press & {
  clock: { now(): Date };
  /** The body of the tracking comment for a log. */
  body(log: readonly Entry[]): string;
};

/**
 * The writes before the work: a comment that says we heard, and on a labelled issue the claim. What it returns can replace the body of that comment and
 * nothing else, at a pace, and allowed to fail.
 */
export async function announce(plan: Plan, at: Announcer): Promise<Progress> {
  const say = async (log: readonly Entry[]): Promise<void> => {
    const comment = planComment(plan.task, at.body(log));
    if (comment) await apply(comment, at);
  };
  await say([]);
  const claim = planClaim(plan.task, true);
  if (claim) await apply(claim, at);
  let shown = at.clock.now().getTime();
  let edit: Promise<void> | null = null;
  let open = true;
  return {
    show(log) {
      const now = at.clock.now().getTime();
      if (!open || edit || now - shown < paceMilliseconds) return;
      shown = now;
      edit = say(log)
        .catch(() => {})
        .finally(() => {
          edit = null;
        });
    },
    async stop() {
      open = false;
      await edit;
    },
  };
}
