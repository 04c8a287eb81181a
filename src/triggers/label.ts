import type { Task, Trigger } from '../core/task.ts';

/**
 * Our label on an issue, by its exact name. It starts the work and carries no words: the instruction is our own, to do what
 * the issue says.
 */
export const label: Trigger = {
  name: 'label',
  async recognise(event, settings): Promise<Task | null> {
    if (event.kind !== 'label' || event.label !== settings.label || event.subject.kind !== 'issue')
      return null;
    const { id, subject, at, sender } = event;
    const origin = { kind: 'label', subject, label: event.label, at, sender } as const;
    return { id, origin, verb: 'fix', ask: '', commit: null };
  },
};
