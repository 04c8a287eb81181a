import type { Problem } from '../../core/errors.ts';
import { type Entry, type EntryOf, type Fact, last, only, round, sitting } from '../../core/session.ts';

/**
 * What is still to be put down about the last sitting, whose process is gone; null where its log says how it ended, or
 * where nothing is left to do but to publish it. `jobStatus` is the runner's word: success, failure or cancelled.
 */
export function missingEnd(
  entries: readonly Entry[],
  { jobStatus, interrupted }: { jobStatus: string; interrupted: boolean },
): Fact | null {
  const here = sitting(entries);
  const isPublishing = only(here, 'effect.done').length > 0;
  const end = last(here, 'sitting.closed')?.outcome;
  const isCancelled = end
    ? end.kind === 'stopped' && end.because === 'cancelled'
    : interrupted || hasStopped(here, 'cancelled');
  if (end ? !isCancelled : isPublishing) return null;
  if (jobStatus === 'cancelled') return end || hasStopped(here, 'cancelled') ? null : cancelled;
  // The runner ends a step that is over its time as it ends a cancelled one, but the job goes on and was not cancelled.
  if (isCancelled) return { type: 'problem.met', problem: timedOut };
  return endsBadly(here) ? null : { type: 'problem.met', problem: crashed };
}

type Because = EntryOf<'work.stopped'>['because'];
const hasStopped = (here: readonly Entry[], ...why: Because[]): boolean =>
  why.includes(last(round(here), 'work.stopped')?.because ?? 'finished');

/** Whether the work failed or was given up, so that nothing but the word of it is missing. */
const endsBadly = (here: readonly Entry[]): boolean =>
  round(here).findLast(isEnd)?.type === 'problem.met' || hasStopped(here, 'limit', 'gave-up');
const isEnd = ({ type }: Entry): boolean => type === 'problem.met' || type === 'work.stopped';

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
