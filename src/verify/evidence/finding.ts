import type { Review } from './review.ts';

/** How the evidence for a change was weakened, worst first. */
export const kinds = [
  'tests-removed',
  'tests-skipped',
  'outcome-forged',
  'assertions-dropped',
  'assertions-loosened',
  'snapshots-rewritten',
  'expectations-changed',
  'tests-retried',
  'tests-slowed',
  'rules-disabled',
  'settings-loosened',
  'dependencies-changed',
  'unread',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * What a reviewer must know about one file before believing the checks. It accuses nobody: a change may have good reasons.
 * `path` and `sentence` hold names from the repository and are untrusted.
 */
export type Finding = { kind: Kind; path: string; count: number; sentence: string };

/** One way to weaken the evidence. It looks at what was read and throws nothing. */
export type Evidence = { kind: Kind; look(review: Review): readonly Finding[] };
