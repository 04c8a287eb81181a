import type { Gate } from '../core/gate.ts';

/**
 * Our branch that is stacked on a person's goes on from where theirs is now, or not at all: what was pushed there since is
 * not ours to merge, and work on the state of yesterday would undo it.
 */
export const upToDate: Gate = {
  name: 'up-to-date',
  quiet: false,
  async admit(_, { circumstances }) {
    const about = await circumstances();
    const unseen = about.kind === 'subject' ? (about.pull?.unseen ?? 0) : 0;
    if (unseen === 0) return true;
    const { name, pull } = about.ours;
    return {
      why: `My branch \`${name}\` lacks ${unseen} ${unseen === 1 ? 'commit' : 'commits'} that this pull request has got since.`,
      advice: `Merge its branch into mine${pull ? ` (#${pull.number})` : ''} and ask again, or delete mine to let me start anew.`,
    };
  },
};
