import type { FileChange } from '../files.ts';
import { assertionsDropped, assertionsLoosened, expectationsChanged } from './assertions.ts';
import { dependenciesChanged } from './dependencies-changed.ts';
import { type Evidence, type Finding, kinds } from './finding.ts';
import { outcomeForged } from './outcome-forged.ts';
import { reviewOf } from './review.ts';
import { rulesDisabled } from './rules-disabled.ts';
import { settingsLoosened } from './settings-loosened.ts';
import { snapshotsRewritten } from './snapshots-rewritten.ts';
import { testsRemoved } from './tests-removed.ts';
import { testsRetried } from './tests-retried.ts';
import { testsSkipped } from './tests-skipped.ts';
import { testsSlowed } from './tests-slowed.ts';
import { unread } from './unread.ts';

export type { Finding, Kind } from './finding.ts';

export const evidence: readonly Evidence[] = [
  testsRemoved,
  testsSkipped,
  outcomeForged,
  assertionsDropped,
  assertionsLoosened,
  snapshotsRewritten,
  expectationsChanged,
  testsRetried,
  testsSlowed,
  rulesDisabled,
  settingsLoosened,
  dependenciesChanged,
  unread,
];

/** How a change weakens the evidence for itself, worst first. In time linear in its size. */
export function findings(change: readonly FileChange[]): readonly Finding[] {
  const review = reviewOf(change);
  const found = evidence.flatMap(({ look }) => look(review));
  return found.sort(
    (one, other) =>
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      other.count - one.count ||
      (one.path < other.path ? -1 : 1),
  );
}
