import type { Outcome } from '../core/outcome.ts';
import { last, only, type Session } from '../core/session.ts';
import { type Plan, type Settings, withAsked } from '../core/task.ts';

/**
 * What a sitting was opened with: it keeps its plan and settings whatever a later run brings along, but for the wall around
 * it and who is to work in it, which is as this run was told: its key is for that model.
 */
export type Sitting = { plan: Plan; settings: Settings; over: Outcome | null };

/**
 * Opens a sitting for the plan's task, or goes on with the one that was cut off, or answers how it ended long ago. What
 * failed or was stopped is tried again, as if it had not been: whoever runs a job again asks for that.
 */
export function sit(session: Session, plan: Plan, settings: Settings): Sitting {
  const opened = only(session.entries, 'sitting.opened').findLast(
    (entry) => entry.plan.task.id === plan.task.id,
  );
  const closed = only(session.entries, 'sitting.closed').findLast(
    (entry) => entry.sitting === opened?.sitting,
  );
  if (closed && !isWorthAnother(closed.outcome)) return { plan, settings, over: closed.outcome };
  const isLast = opened?.seq === last(session.entries, 'sitting.opened')?.seq;
  if (opened && !closed && isLast) {
    session.record({ type: 'sitting.resumed' });
    const kept = withAsked(opened.settings, settings);
    return { plan: opened.plan, settings: { ...kept, sandbox: settings.sandbox }, over: null };
  }
  if (opened && isLast) session.record({ type: 'session.rewound', to: opened.seq - 1, kept: null });
  session.record({ type: 'sitting.opened', plan, settings });
  return { plan, settings, over: null };
}

const isWorthAnother = ({ kind }: Outcome): boolean => kind === 'failed' || kind === 'stopped';
