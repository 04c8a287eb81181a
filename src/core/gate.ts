import type { Circumstances, ForgeReads } from './forge.ts';
import type { Origin, Settings, Task } from './task.ts';

export type GateWorld = { forge: ForgeReads; circumstances: Circumstances; settings: Settings };

/**
 * Lets the task through or says why not: `why` is one sentence for the asker, `advice` one of what to do. Whatever goes
 * wrong on the way denies.
 */
export type Gate = {
  name: string;
  /** The origins that it guards. */
  guards: readonly Origin['kind'][];
  admit(task: Task, at: GateWorld): Promise<true | { why: string; advice: string }>;
};
