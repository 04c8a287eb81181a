import type { BranchCircumstances, ForgeReads, SubjectCircumstances } from './forge.ts';
import type { Origin, Settings, Task } from './task.ts';

/** A task that came from the forge. What a person types in their own terminal passes no gate. */
export type Asked = Task & { origin: Exclude<Origin, { kind: 'terminal' }> };

export type GateWorld = {
  forge: Pick<ForgeReads, 'permission'>;
  /** Read at the first call and then remembered, so that gates that need nothing come first and cost nothing. */
  circumstances(): Promise<SubjectCircumstances | BranchCircumstances>;
  settings: Settings;
  clock: { now(): Date };
};

/**
 * Lets the task through or says why not: `why` is one sentence for the asker, `advice` one of what to do. Whatever goes
 * wrong on the way denies: what a gate throws ends the task too.
 */
export type Gate = {
  name: string;
  /** Whom this gate turns away gets no answer on the forge. */
  quiet: boolean;
  admit(task: Asked, at: GateWorld): Promise<true | { why: string; advice: string }>;
};
