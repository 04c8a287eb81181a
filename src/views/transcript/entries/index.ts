import type { Entry } from '../../../core/session.ts';
import type { Content } from '../html.ts';
import type { Place, Renderer } from '../place.ts';
import { toolCalled, toolReturned } from './calls.ts';
import { compactionClosed, compactionOpened } from './compaction.ts';
import { contextGathered } from './context.ts';
import { effectDone, sittingClosed, workStopped } from './ending.ts';
import { roundOpened, sessionRewound, snapshotTaken } from './marks.ts';
import { modelAsked, modelReplied, modelTold } from './model.ts';
import { environmentSeen, harnessChosen, sessionOpened, sittingOpened, sittingResumed } from './opening.ts';
import { changeFound, checkRan, checksPlanned, evidenceFound, roundJudged } from './proof.ts';
import { attemptFailed, problemMet } from './trouble.ts';

/** One renderer for every kind of entry there is. */
export const renderers: { readonly [T in Entry['type']]: Renderer<T> } = {
  'session.opened': sessionOpened,
  'sitting.opened': sittingOpened,
  'sitting.resumed': sittingResumed,
  'harness.chosen': harnessChosen,
  'environment.seen': environmentSeen,
  'context.gathered': contextGathered,
  'round.opened': roundOpened,
  'snapshot.taken': snapshotTaken,
  'model.asked': modelAsked,
  'attempt.failed': attemptFailed,
  'model.replied': modelReplied,
  'model.told': modelTold,
  'compaction.opened': compactionOpened,
  'compaction.closed': compactionClosed,
  'tool.called': toolCalled,
  'tool.returned': toolReturned,
  'work.stopped': workStopped,
  'change.found': changeFound,
  'checks.planned': checksPlanned,
  'check.ran': checkRan,
  'evidence.found': evidenceFound,
  'round.judged': roundJudged,
  'session.rewound': sessionRewound,
  'problem.met': problemMet,
  'effect.done': effectDone,
  'sitting.closed': sittingClosed,
};

export const render = (entry: Entry, at: Place): Content =>
  (renderers[entry.type] as Renderer<Entry['type']>)(entry, at);
