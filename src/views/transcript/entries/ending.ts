import type { Published } from '../../../core/outcome.ts';
import { clip } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { ended, reason } from '../outcome.ts';
import { code, note, type Place, pairs, prose, type Renderer } from '../place.ts';

export const workStopped: Renderer<'work.stopped'> = (entry, at) => {
  if (entry.because !== 'finished')
    return html`<p class="alert">The work stopped: ${clip(entry.why, at.bounds.characters)}</p>`;
  return [
    note('What the agent says (unverified)'),
    html`<p><strong>${clip(entry.title, at.bounds.characters)}</strong></p>`,
    prose(entry.body, at),
  ];
};

export const effectDone: Renderer<'effect.done'> = ({ key, receipt, acted }) =>
  note(
    acted ? 'Published ' : 'Found as it should be: ',
    code(key),
    ', ',
    code(receipt.id),
    ' at ',
    code(receipt.url),
  );

/** The agent's words stand above it already. */
export const sittingClosed: Renderer<'sitting.closed'> = ({ outcome }, at) =>
  ended(
    outcome,
    outcome.kind === 'changed' || outcome.kind === 'answered' ? null : reason(outcome, at),
    'published' in outcome && outcome.published ? published(outcome.published, at) : null,
  );

const published = ({ operation, pull, branch, commit }: Published, at: Place): Content =>
  pairs(
    [
      ['Pull request', pull ? `#${pull.number} ${pull.url}` : 'none'],
      ['Branch', branch],
      ['Commit', commit],
      ['What was done', operation],
    ],
    at,
  );
