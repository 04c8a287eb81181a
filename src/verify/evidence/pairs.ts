import type { Case, Side } from '../source/side.ts';

/** A file before and after, under two names where it was renamed. */
export type FilePair = { path: string; before: Side | null; after: Side | null };

/** Which tests there were before and after. */
export type CasePairs = {
  pairs: readonly { before: Case; after: Case }[];
  removed: readonly Case[];
  added: readonly Case[];
};
