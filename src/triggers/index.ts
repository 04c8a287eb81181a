import type { Event, Settings, Task, Trigger } from '../core/task.ts';
import { command } from './command.ts';
import { label } from './label.ts';
import { prompt } from './prompt.ts';
import { workflow } from './workflow.ts';

export const triggers: readonly Trigger[] = [command, label, prompt, workflow];

/** The task of the first trigger that recognises the event; null when it is none of our business. */
export async function recognise(
  event: Event,
  settings: Pick<Settings, 'trigger' | 'label'>,
): Promise<Task | null> {
  for (const trigger of triggers) {
    const task = await trigger.recognise(event, settings);
    if (task) return task;
  }
  return null;
}
