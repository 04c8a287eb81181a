import type { Problem } from './errors.ts';
import type { Refusal } from './task.ts';

/** How an event ended. Total: whoever tells people has words for every one of these. `ignored` is the absence of one. */
export type Outcome =
  | { kind: 'changed'; answer: string; published: Published | null }
  | { kind: 'answered'; answer: string }
  /** There was work, but nothing of it may be or needs to be published. The patch, if any, is kept in `patch`. */
  | { kind: 'unchanged'; why: string; advice: string; patch: string | null }
  | ({ kind: 'refused' } & Refusal)
  | {
      kind: 'stopped';
      because: 'limit' | 'cancelled' | 'gave-up';
      why: string;
      advice: string;
      published: Published | null;
    }
  | ({ kind: 'failed' } & Problem);

/** What stands on the forge because of us. */
export type Published = {
  operation: 'created' | 'updated' | 'none';
  pull: { number: number; url: string } | null;
  branch: string;
  commit: string;
};
