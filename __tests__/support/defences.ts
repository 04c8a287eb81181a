import type { Defence } from './defences/defence.ts';
import { events } from './defences/events.ts';
import { gates } from './defences/gates.ts';
import { machine } from './defences/machine.ts';
import { publishing } from './defences/publishing.ts';
import { reading } from './defences/reading.ts';
import { workflows } from './defences/workflows.ts';

/** Every defence that a test leaves out by one line of the sources. */
export const defences: readonly Defence[] = [
  ...gates,
  ...events,
  ...workflows,
  ...reading,
  ...machine,
  ...publishing,
];
