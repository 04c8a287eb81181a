import type { Form } from '../../../src/harness/sections/form.ts';

/** The form of answers at a terminal. */
export const form: Form = {
  required: ['analysis', 'plan', 'commands'],
  words: ['analysis', 'plan'],
  list: 'commands',
  text: 'keystrokes',
  number: { name: 'duration', usual: 1 },
  complete: 'task_complete',
};
