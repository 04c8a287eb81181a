import { type Entry, type EntryOf, standing } from '../../core/session.ts';

/** Where an entry is told: before the first turn of its sitting, in a turn, or after the work had ended. */
export type Chapter = { sitting: number; part: 'before' | 'turn' | 'after'; turn: number };

/** What a renderer needs to know beyond its entry. All maps are by `seq`. */
export type Survey = {
  chapters: readonly Chapter[];
  /** What a call returned, by the call's entry. */
  returned: ReadonlyMap<number, EntryOf<'tool.returned'>>;
  /** Answers to calls that never ran. */
  unasked: ReadonlySet<number>;
  /** Ids of all calls that ran or were answered. */
  known: ReadonlySet<string>;
  /** What a rewind took back. */
  gone: ReadonlySet<number>;
  /** Milliseconds since the entry before it, and since its sitting began; NaN where the log does not say. */
  took: ReadonlyMap<number, number>;
  since: ReadonlyMap<number, number>;
};

export function survey(log: readonly Entry[]): Survey {
  const kept = new Set(standing(log).map(({ seq }) => seq));
  return {
    chapters: chapters(log),
    ...calls(log),
    gone: new Set(log.filter(({ seq }) => !kept.has(seq)).map(({ seq }) => seq)),
    ...times(log),
  };
}

/** A question, and an attempt that failed, belongs to the turn that it was for. */
function chapters(log: readonly Entry[]): Chapter[] {
  let now: Chapter = { sitting: 0, part: 'before', turn: 0 };
  let waiting = false;
  return log.map((entry) => {
    if (entry.sitting !== now.sitting) {
      now = { sitting: entry.sitting, part: 'before', turn: 0 };
      waiting = false;
    }
    const { type } = entry;
    const asks = type === 'model.asked' || type === 'attempt.failed' || type === 'model.replied';
    if (asks) now = { ...now, part: 'turn', turn: waiting ? now.turn : now.turn + 1 };
    if (asks) waiting = type !== 'model.replied';
    if (type === 'work.stopped' || type === 'problem.met' || type === 'sitting.closed')
      now = { ...now, part: 'after' };
    return now;
  });
}

/** A call that a rewind took back may run again under its old id, so each answer goes to the last call before it. */
function calls(log: readonly Entry[]): Pick<Survey, 'returned' | 'unasked' | 'known'> {
  const open = new Map<string, number>();
  const returned = new Map<number, EntryOf<'tool.returned'>>();
  const unasked = new Set<number>();
  const known = new Set<string>();
  for (const entry of log) {
    if (entry.type === 'tool.called') {
      open.set(entry.call.id, entry.seq);
      known.add(entry.call.id);
    }
    if (entry.type !== 'tool.returned') continue;
    const call = open.get(entry.call);
    if (call === undefined) unasked.add(entry.seq);
    else returned.set(call, entry);
    open.delete(entry.call);
    known.add(entry.call);
  }
  return { returned, unasked, known };
}

function times(log: readonly Entry[]): Pick<Survey, 'took' | 'since'> {
  const took = new Map<number, number>();
  const since = new Map<number, number>();
  let sitting = -1;
  let [began, before] = [Number.NaN, Number.NaN];
  for (const entry of log) {
    const at = Date.parse(entry.at);
    if (entry.sitting !== sitting) [sitting, began, before] = [entry.sitting, at, at];
    // Between two processes time was nobody's.
    if (entry.type === 'sitting.resumed') [began, before] = [began + at - before, at];
    took.set(entry.seq, at - before);
    since.set(entry.seq, at - began);
    before = at;
  }
  return { took, since };
}
