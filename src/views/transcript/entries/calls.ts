import { clip } from '../bounds.ts';
import { shows } from '../calls/index.ts';
import { html } from '../html.ts';
import { note, type Renderer } from '../place.ts';
import { dotted, duration } from '../words.ts';

/** A call and, in the same place, what it returned. */
export const toolCalled: Renderer<'tool.called'> = ({ seq, call }, at) => {
  const answer = at.returned.get(seq);
  const { title, state, body, fair = false } = shows(call, answer?.result ?? null, at);
  const took = answer && duration(at.took.get(answer.seq) ?? Number.NaN);
  const tone = !answer?.result.ok ? ' bad' : fair ? ' fair' : '';
  return html`<div class="call${tone}"><h4>${title}</h4>
<p class="meter">${dotted(answer ? state : 'cut off before it returned', took ?? null)}</p>
${answer && !answer.result.ok ? html`<p class="why">${clip(answer.result.why, at.bounds.characters)}</p>` : null}${body}</div>`;
};

/** Told with its call; alone stands only what the harness answered itself. */
export const toolReturned: Renderer<'tool.returned'> = ({ seq, result }, at) => {
  if (!at.unasked.has(seq)) return null;
  const why = result.ok ? '' : result.why;
  return html`<div class="call bad">${note('A call was declined, and nothing ran:')}<p class="why">${clip(why, at.bounds.characters)}</p></div>`;
};
