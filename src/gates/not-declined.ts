import type { Gate } from '../core/gate.ts';

/**
 * A pull request of ours that was closed without a merge is an answer: we do not ask the same again. The branch of a
 * merged one is of yesterday, and it is not ours to delete or to force.
 */
export const notDeclined: Gate = {
  name: 'not-declined',
  quiet: false,
  async admit(_, { circumstances }) {
    const { ours } = await circumstances();
    const { closed } = ours;
    if (!closed || ours.pull || ours.head === null) return true;
    if (closed.merged) {
      return {
        why: `My pull request for this, #${closed.number}, is merged, and its branch is still there.`,
        advice: `Delete the branch \`${ours.name}\` and ask again, so that I start from what was merged.`,
      };
    }
    return {
      why: `My pull request for this, #${closed.number}, was closed without a merge, so I take it as declined.`,
      advice: `Reopen it and ask again, or delete the branch \`${ours.name}\` to let me start anew.`,
    };
  },
};
