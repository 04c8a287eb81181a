import type { Defence } from './defences/defence.ts';
import { events } from './defences/events.ts';
import { gates } from './defences/gates.ts';
import { machine } from './defences/machine.ts';
import { publishing } from './defences/publishing.ts';

/** Every defence that a test leaves out by one line of the sources. */
export const defences: readonly Defence[] = [...gates, ...events, ...machine, ...publishing];
