import type { Event, Task, Trigger } from '../core/task.ts';

/** What a person types in their own terminal. Nobody else can have written it, so all of it is the instruction. */
export const prompt: Trigger = {
  name: 'prompt',
  async recognise(event: Event): Promise<Task | null> {
    if (event.kind !== 'prompt') return null;
    const { id, session, text } = event;
    return { id, origin: { kind: 'terminal', session }, verb: 'fix', ask: text, commit: null };
  },
};
