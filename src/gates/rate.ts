import type { Gate } from '../core/gate.ts';

const most = 10;
const minutes = 20;

/**
 * So many answers in one thread in so short a time are nobody's work but a loop's, or a stolen account's; each costs money. Known
 * are those among the newest remarks, which are read anyway.
 */
export const rate: Gate = {
  name: 'rate',
  quiet: false,
  async admit(_, { circumstances, clock }) {
    const about = await circumstances();
    if (about.kind !== 'subject') return true;
    const since = clock.now().getTime() - minutes * 60_000;
    const answers = about.thread.remarks.filter(({ ours, at }) => ours && Date.parse(at) > since);
    if (answers.length < most) return true;
    return {
      why: `I have answered here ${answers.length} times in the last ${minutes} minutes.`,
      advice:
        'Wait until fewer answers are so new, then ask again; if you did not ask so often, look who did.',
    };
  },
};
