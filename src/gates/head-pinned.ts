import type { Gate } from '../core/gate.ts';
import { subjectOf } from '../core/task.ts';

/**
 * The work starts from a commit that somebody with write access answers for. A branch of this repository is written by
 * such people only; a fork's is the asker's to name, by the whole number of the commit that they have read.
 */
export const headPinned: Gate = {
  name: 'head-pinned',
  quiet: false,
  async admit({ origin, commit }, { circumstances, settings: { trigger } }) {
    if (subjectOf(origin)?.kind !== 'pull') return true;
    const about = await circumstances();
    const pull = about.kind === 'subject' ? about.pull : null;
    if (!pull) return { why: 'This pull request could not be read.', advice: 'Ask again in a minute.' };
    const { head } = pull;
    const command = `\`${trigger} fix ${head.commit}\``;
    if (commit !== null && commit !== head.commit) {
      return {
        why: `The commit you name is not the newest of this pull request, which is ${head.commit}.`,
        advice: `Look at what has changed; if it may be run, write ${command}.`,
      };
    }
    if (isForeign(pull)) {
      return commit !== null || fromFork(command);
    }
    if (head.exists) return true;
    return {
      why: 'The branch of this pull request is gone.',
      advice: 'Restore it and ask again, or open an issue and ask there.',
    };
  },
};

const fromFork = (command: string) => ({
  why: 'This pull request comes from a fork, whose code I run only at a commit that you have looked at.',
  advice: `Read the changes; if they may be run, write ${command}. You get a patch, because I do not write to forks.`,
});

/** A head without a repository is a fork that was deleted, never one of ours. */
export const isForeign = (pull: { fork: boolean; head: { repository: string | null } }): boolean =>
  pull.fork || pull.head.repository === null;
