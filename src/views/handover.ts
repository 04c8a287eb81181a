import type { Ran, Verdict } from '../core/check.ts';
import type { Handover } from '../core/handover.ts';
import { type Entry, last, only, round, sitting, standing } from '../core/session.ts';
import { usage } from './usage.ts';

/** What the agent's half hands over: read from the last round of the last sitting. */
export function handover(log: readonly Entry[]): Handover {
  const here = round(standing(log));
  const stopped = last(here, 'work.stopped');
  const finished = stopped?.because === 'finished' ? stopped : null;
  const found = last(here, 'change.found');
  return {
    ended: endOf(log),
    title: finished?.title ?? '',
    body: finished?.body ?? '',
    change: found && found.change.files.length > 0 ? found.change : null,
    patch: found?.patch ?? null,
    left: found?.left ?? [],
    barred: found?.barred ?? [],
    notes: [...takenOver(log), ...(last(sitting(standing(log)), 'context.gathered')?.notes ?? [])],
    hidden: last(sitting(standing(log)), 'context.gathered')?.hiddenIn ?? [],
    verdicts: verdicts(sitting(standing(log))),
    findings: last(here, 'evidence.found')?.findings ?? [],
    checked: last(sitting(standing(log)), 'checks.planned')?.why ?? '',
    chosen: chosenIn(log),
    turns: only(sitting(log), 'model.replied').length,
    usage: usage(log),
  };
}

function chosenIn(log: readonly Entry[]): Handover['chosen'] {
  const { model, harness, wire, why } = last(sitting(standing(log)), 'harness.chosen') ?? {};
  return model && harness && wire ? { model, harness, wire, why: why ?? '' } : null;
}

/** Which models went on where others could not. */
const takenOver = (log: readonly Entry[]): string[] =>
  only(sitting(standing(log)), 'harness.chosen')
    .slice(1)
    .map(({ model, why }) => `${model} took over. ${why}`);

/** Each check as it went on the base, and with the change of the last round. */
function verdicts(entries: readonly Entry[]): Verdict[] {
  const ran = only(entries, 'check.ran');
  const here = entries.at(-1)?.round;
  return (last(entries, 'checks.planned')?.checks ?? []).flatMap((check) => {
    const of = ran.filter((entry) => entry.check === check.name);
    const after = of.findLast(({ on, round }) => on === 'change' && round === here);
    const before = of.find(({ on }) => on === 'base');
    if (!after) return [];
    return [
      { check, before: before ? brief(before.ran) : null, after: brief(after.ran), scripts: after.scripts },
    ];
  });
}

const brief = ({ code, killed, milliseconds }: Ran): Verdict['after'] => ({ code, killed, milliseconds });

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
