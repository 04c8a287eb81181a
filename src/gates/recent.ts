import type { Gate } from '../core/gate.ts';

const hours = 6;

/** What was right to ask for grows old: a job that is run again the next day, by whomever, needs a new word. */
export const recent: Gate = {
  name: 'recent',
  quiet: false,
  async admit({ origin }, { clock }) {
    if (origin.kind !== 'comment') return true;
    const age = clock.now().getTime() - Date.parse(origin.comment.at);
    if (age <= hours * 3_600_000) return true;
    return {
      why: `The command is more than ${hours} hours old.`,
      advice: 'Write it again if it still holds.',
    };
  },
};
