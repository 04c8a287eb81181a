import type { Outcome } from '../../core/outcome.ts';
import { type Entry, last, only, sitting } from '../../core/session.ts';
import { costWords } from '../cost.ts';
import { clip } from './bounds.ts';
import { type Row, sum } from './costs.ts';
import { type Content, type Html, html } from './html.ts';
import { ended, reason } from './outcome.ts';
import { type Place, pairs } from './place.ts';
import { duration, moment } from './words.ts';

/** What a reader wants first: how it ended, with which model, how long it took and what it cost. */
export function head(title: string, log: readonly Entry[], rows: readonly Row[], at: Place): Html {
  const { outcome } = last(sitting(log), 'sitting.closed') ?? {};
  const chosen = last(log, 'harness.chosen');
  const sittings = only(log, 'sitting.opened').length;
  const began = only(log, 'sitting.opened')[0]?.at;
  const facts = pairs(
    [
      ['Model', chosen?.model ?? null],
      ['Harness', chosen?.harness ?? null],
      ['Began', began === undefined ? null : moment(began)],
      ['Took', duration(worked(log, at))],
      ['Requests', sittings > 1 ? sittings : null],
      ['Cost', costWords(only(log, 'model.replied').length, sum(rows).usage, null)],
    ],
    at,
  );
  return html`<header><h1>${clip(title, 300)}</h1>${ending(outcome, at)}${facts}</header>`;
}

function ending(outcome: Outcome | undefined, at: Place): Content {
  if (outcome) return ended(outcome, reason(outcome, at));
  return html`<div class="outcome fair"><p>The log has no end: the work goes on, or was cut off.</p></div>`;
}

/** Milliseconds of all sittings, without the time between them. */
function worked(log: readonly Entry[], { since }: Place): number {
  const ends = log.filter(({ sitting }, index) => sitting > 0 && log[index + 1]?.sitting !== sitting);
  return ends.reduce((sum, { seq }) => sum + (since.get(seq) ?? Number.NaN), 0);
}
