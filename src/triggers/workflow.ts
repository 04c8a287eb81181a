import type { Task, Trigger } from '../core/task.ts';

/** What a workflow's own file says is to be done, on a schedule or started by hand: its input `prompt`. */
export const workflow: Trigger = {
  name: 'workflow',
  async recognise(event): Promise<Task | null> {
    if (event.kind !== 'workflow' || event.text.trim() === '') return null;
    const { id, branch, text, sender } = event;
    const origin = { kind: 'workflow', workflow: event.workflow, branch, sender } as const;
    return { id, origin, verb: 'fix', ask: text.trim(), commit: null };
  },
};
