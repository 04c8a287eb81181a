import { html } from '../html.ts';
import { code, note, type Renderer } from '../place.ts';

/** A round is one stretch of work; the first needs no word. */
export const roundOpened: Renderer<'round.opened'> = ({ round }) =>
  round > 1 ? note(`Round ${round} of the work began.`) : null;

export const snapshotTaken: Renderer<'snapshot.taken'> = ({ tree }) =>
  note('Snapshot of the folder: ', code(tree.slice(0, 12)));

export const sessionRewound: Renderer<'session.rewound'> = ({ to, kept }) => html`<div class="alert">
<p>The folder was put back to how it was at entry ${to} of the log: a call had begun, and nobody knew how far it came.</p>
${kept === null ? null : note('What it held before is kept as ', code(kept))}</div>`;
