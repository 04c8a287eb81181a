import type { Gate } from '../core/gate.ts';

/** Who answers for the words is who caused the event: nobody is made to act on what another wrote. */
export const senderIsAuthor: Gate = {
  name: 'sender-is-author',
  quiet: false,
  async admit({ origin }) {
    if (origin.kind !== 'comment') return true;
    const { author, sender } = origin;
    if (author?.id === sender.id) return true;
    return {
      why: author
        ? 'The command was written by somebody else than the one who sent it.'
        : 'The command was written by an account that is gone.',
      advice: 'Write it yourself, in a new comment.',
    };
  },
};
