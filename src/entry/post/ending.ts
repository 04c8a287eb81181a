import type { Problem } from '../../core/errors.ts';
import { type Entry, type Fact, last, only, round, sitting } from '../../core/session.ts';

/**
 * What is still to be put down about the last sitting, whose process is gone; null where its log says how it ended, or
 * where nothing is left to do but to publish it. `jobStatus` is the runner's word: success, failure or cancelled.
 */
export function missingEnd(entries: readonly Entry[], jobStatus: string): Fact | null {
  const here = sitting(entries);
  const isPublishing = only(here, 'effect.done').length > 0;
  const end = last(here, 'sitting.closed')?.outcome;
  const wasCancelled = end ? end.kind === 'stopped' && end.because === 'cancelled' : isCancelled(here);
  if (end ? !wasCancelled : isPublishing) return null;
  if (jobStatus === 'cancelled') return end || wasCancelled ? null : cancelled;
  // The runner ends a step that is over its time as it ends a cancelled one, but the job goes on and was not cancelled.
  if (wasCancelled) return { type: 'problem.met', problem: timedOut };
  return endsBadly(here) ? null : { type: 'problem.met', problem: crashed };
}

const isCancelled = (here: readonly Entry[]): boolean =>
  round(here).some((entry) => entry.type === 'work.stopped' && entry.because === 'cancelled');

/** Whether the work failed or was given up, so that nothing but the word of it is missing. */
function endsBadly(here: readonly Entry[]): boolean {
  const end = round(here).findLast(({ type }) => type === 'problem.met' || type === 'work.stopped');
  return end?.type === 'problem.met' || (end?.type === 'work.stopped' && end.because !== 'finished');
}

const cancelled: Fact = { type: 'work.stopped', because: 'cancelled', why: 'The run was cancelled.' };

const crashed: Problem = {
  code: 'run.crashed',
  happened: 'The run crashed: its process ended without a word.',
  advice: 'Run the job again; its log may say why.',
};

const timedOut: Problem = {
  code: 'run.timed-out',
  happened: 'The run timed out: the workflow gives this step no more minutes.',
  advice: 'Raise `timeout-minutes` above `max-minutes`, or ask for a smaller step.',
};
