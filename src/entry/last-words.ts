import { setTimeout } from 'node:timers/promises';
import type { Outcome } from '../core/outcome.ts';
import type { Plan } from '../core/task.ts';
import type { Progress } from '../core/world.ts';
import { apply, type Press } from '../publish/apply.ts';
import { planComment } from '../publish/effects.ts';
import { headline } from '../publish/words.ts';

const cancelled: Outcome = {
  kind: 'stopped',
  because: 'cancelled',
  why: 'The run was cancelled.',
  advice: 'Ask again to go on.',
  published: null,
};

/** Resolves when the runner's second warning comes. */
export const isHurried = (hurry: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (hurry.aborted) resolve();
    hurry.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * The runner kills in 2.5 seconds: all work is dropped where it stands, and whoever was told that we are on it is told
 * that we are not. The sitting stays open, so that the post step saves what there is and says the rest.
 */
export async function lastWords(
  told: { plan: Plan | null; progress: Progress | null } | undefined,
  at: Press,
): Promise<Outcome> {
  // An edit that is under way must not arrive after ours; one that hangs must not keep us.
  await Promise.race([told?.progress?.stop(), setTimeout(500)]);
  const comment = told?.plan && planComment(told.plan.task, headline(cancelled));
  if (comment) await apply(comment, at).catch(() => null);
  return cancelled;
}
