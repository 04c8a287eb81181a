import type { SubjectCircumstances } from '../core/forge.ts';
import type { Gate } from '../core/gate.ts';
import { askedAt, type Origin } from '../core/task.ts';

const lines = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd();
const isLater = (time: string | null, than: string): boolean =>
  time !== null && Date.parse(time) > Date.parse(than);

/** What we obey and what the asker was looking at are what stands there now: neither was changed after the command. */
export const sameText: Gate = {
  name: 'same-text',
  quiet: false,
  async admit({ origin }, { circumstances }) {
    const at = askedAt(origin);
    const about = at === null ? null : await circumstances();
    if (at === null || about?.kind !== 'subject') return true;
    const changed = origin.kind === 'comment' ? commandChanged(origin, about) : labelGone(origin, about);
    if (changed) return changed;
    if (isLater(about.subject.editedAt, at)) {
      return {
        why: 'The description was changed after the command.',
        advice: 'Read it again, and repeat the command if it still holds.',
      };
    }
    return true;
  },
};

function commandChanged(
  { comment: asked, author }: Extract<Origin, { kind: 'comment' }>,
  { comment }: SubjectCircumstances,
) {
  if (!comment) {
    return { why: 'The command was deleted.', advice: 'Write it again if it still holds.' };
  }
  const isAsItWas =
    lines(comment.body) === lines(asked.body) &&
    !isLater(comment.editedAt, asked.at) &&
    comment.author?.id === author?.id;
  if (isAsItWas) return null;
  return { why: 'The command was changed after it was sent.', advice: 'Write it as a new comment.' };
}

function labelGone(origin: Origin, { subject }: SubjectCircumstances) {
  if (origin.kind !== 'label' || subject.labels.includes(origin.label)) return null;
  return {
    why: `The label \`${origin.label}\` was taken off again.`,
    advice: 'Put it on again if it still holds.',
  };
}
