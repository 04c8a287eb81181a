import type { Handover } from '../core/handover.ts';
import { type Entry, last, only, round, sitting, standing } from '../core/session.ts';
import type { Result } from '../core/world.ts';
import { usage } from './usage.ts';

/** What the agent's half hands over: read from the last round of the last sitting, and the change that was found. */
export function handover(log: readonly Entry[], result: Result | null): Handover {
  const stopped = last(round(standing(log)), 'work.stopped');
  const finished = stopped?.because === 'finished' ? stopped : null;
  return {
    ended: endOf(log),
    title: finished?.title ?? '',
    body: finished?.body ?? '',
    change: result && result.change.files.length > 0 ? result.change : null,
    patch: result?.patch ?? null,
    left: result?.left ?? [],
    turns: only(sitting(log), 'model.replied').length,
    usage: usage(log),
  };
}

/**
 * A problem met after the work had stopped is how it ended; one before it was overcome, e.g. by a later attempt. Of several
 * the first is the cause.
 */
function endOf(log: readonly Entry[]): Handover['ended'] {
  const here = round(standing(log));
  const since = here.findLastIndex(({ type }) => type === 'work.stopped' || type === 'sitting.resumed');
  const [met] = only(here.slice(since + 1), 'problem.met');
  if (met) return { how: 'failed', problem: met.problem };
  const end = last(here, 'work.stopped');
  if (!end) return { how: 'stopped', because: 'cancelled', why: 'The run was cut off.' };
  if (end.because === 'finished') return { how: 'finished' };
  return { how: 'stopped', because: end.because, why: end.why };
}
