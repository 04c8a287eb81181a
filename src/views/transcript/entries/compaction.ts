import { html } from '../html.ts';
import { block, note, type Renderer } from '../place.ts';
import { count, number } from '../words.ts';

export const compactionOpened: Renderer<'compaction.opened'> = ({ why, used, window }) => {
  const of = window === null ? '' : ` of ${number(window)}`;
  const reason = why === 'full' ? 'It has become long' : 'The provider says that it is too long';
  return html`<p class="alert">The conversation is made shorter. ${reason}: about ${number(used)} tokens${of}. The model is asked for notes.</p>`;
};

/** What was left out is still in the log, and shown where it was said. */
export const compactionClosed: Renderer<'compaction.closed'> = (
  { seq, kept, cleared, notes, before, after },
  at,
) => {
  if (kept === null && cleared.length === 0) return note('The conversation could not be made shorter.');
  const size = `from about ${number(before)} to about ${number(after)} tokens`;
  if (kept === null)
    return note(
      `The conversation was made shorter ${size}: ${count(cleared.length, 'old result')} left out.`,
    );
  const { users, from } = kept;
  const others =
    users.length > 0 ? `, but for the messages of ${count(users.length, 'entry', 'entries')}` : '';
  return [
    html`<p class="alert">The conversation was made shorter ${size}. What was said before entry ${from ?? seq} of the log is left out${others}.</p>`,
    notes.length > 0
      ? block('Notes in its place', notes.join('\n\n'), at)
      : note('There are no notes in its place.'),
  ];
};
