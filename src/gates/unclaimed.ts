import { claimLabel } from '../core/forge.ts';
import type { Gate } from '../core/gate.ts';

/**
 * Nobody is at work on a labelled issue already. A claim of this very task is ours: an earlier attempt of the same job left
 * it, and its comment.
 */
export const unclaimed: Gate = {
  name: 'unclaimed',
  quiet: false,
  async admit({ origin }, { circumstances }) {
    if (origin.kind !== 'label') return true;
    const about = await circumstances();
    if (about.kind !== 'subject' || about.tracking || !about.subject.labels.includes(claimLabel)) return true;
    return {
      why: `This issue has the label \`${claimLabel}\`: another run is at work on it.`,
      advice: `Wait for its answer; if there is no such run, take \`${claimLabel}\` off and put \`${origin.label}\` on anew.`,
    };
  },
};
