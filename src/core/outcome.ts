import type { Problem } from './errors.ts';
import type { Refusal } from './task.ts';

/** How an event ended. Total: whoever tells people has words for every one of these. `ignored` is the absence of one. */
export type Outcome =
  | { kind: 'changed'; answer: string; published: Published | null }
  | { kind: 'answered'; answer: string }
  /** There was work, but nothing of it may be published: people get it as a patch. */
  | { kind: 'unchanged'; why: string; advice: string }
  | ({ kind: 'refused' } & Refusal)
  | {
      kind: 'stopped';
      because: 'limit' | 'cancelled' | 'gave-up';
      why: string;
      advice: string;
      published: Published | null;
    }
  /** `published`: what stands all the same, e.g. the branch where no pull request could be opened. */
  | ({ kind: 'failed'; published: Published | null } & Problem);

/** What stands on the forge because of us. */
export type Published = {
  operation: 'created' | 'updated' | 'none';
  pull: { number: number; url: string } | null;
  branch: string;
  commit: string;
};
