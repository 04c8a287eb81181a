import type { Outcome } from '../core/outcome.ts';
import type { Task } from '../core/task.ts';
import { apply, type Press } from './apply.ts';
import { planComment } from './effects.ts';
import { headline } from './words.ts';

/**
 * Tells the asker how an event ended that opened no sitting. A forge that is down hears nothing; the caller does, and
 * has the job summary and the log. A refusal is told where the asker wrote, once: a re-run finds the comment.
 */
export async function tell(outcome: Outcome, task: Task, at: Press): Promise<Outcome> {
  if (outcome.kind === 'refused' && outcome.quiet) return outcome;
  const comment = planComment(task, headline(outcome));
  if (comment) await apply(comment, at).catch(() => null);
  return outcome;
}
