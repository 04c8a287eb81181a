import type { Gate } from '../core/gate.ts';

/** A pull request of ours that was closed without a merge is an answer: we do not ask the same again. */
export const notDeclined: Gate = {
  name: 'not-declined',
  quiet: false,
  async admit(_, { circumstances }) {
    const { ours } = await circumstances();
    if (!ours.declined || ours.pull || ours.head === null) return true;
    return {
      why: `My pull request for this, #${ours.declined.number}, was closed without a merge, so I take it as declined.`,
      advice: `Reopen it and ask again, or delete the branch \`${ours.name}\` to let me start anew.`,
    };
  },
};
