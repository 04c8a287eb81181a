import type { Gate } from '../core/gate.ts';

const lines = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd();

/** What we obey and what the asker was looking at are what stands there now: neither was changed after the command. */
export const sameText: Gate = {
  name: 'same-text',
  quiet: false,
  async admit({ origin: { comment: asked, author } }, { circumstances }) {
    const { comment, subject } = await circumstances();
    const later = (time: string | null) => time !== null && Date.parse(time) > Date.parse(asked.at);
    if (!comment) {
      return { why: 'The command was deleted.', advice: 'Write it again if it still holds.' };
    }
    if (
      lines(comment.body) !== lines(asked.body) ||
      later(comment.editedAt) ||
      comment.author?.id !== author?.id
    ) {
      return { why: 'The command was changed after it was sent.', advice: 'Write it as a new comment.' };
    }
    if (later(subject.editedAt)) {
      return {
        why: 'The description was changed after the command.',
        advice: 'Read it again, and repeat the command if it still holds.',
      };
    }
    return true;
  },
};
