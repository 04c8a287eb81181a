import type { Outcome } from '../core/outcome.ts';
import { type Entry, last, only, sitting } from '../core/session.ts';
import { costWords, limitedIn } from './cost.ts';
import { usage } from './usage.ts';

/** The job summary: what came of it, with which model, at which cost. `words` is the outcome's one sentence. */
export function summary(outcome: Outcome, words: string, log: readonly Entry[]): string {
  const chosen = last(sitting(log), 'harness.chosen');
  const turns = only(sitting(log), 'model.replied').length;
  const parts = [
    `### ${outcome.kind.charAt(0).toUpperCase()}${outcome.kind.slice(1)}`,
    words,
    chosen ? `${chosen.model} with the ${chosen.harness} harness over ${chosen.wire}. ${chosen.why}` : '',
    log.length > 0 ? costWords(turns, usage(log), limitedIn(log)) : '',
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
