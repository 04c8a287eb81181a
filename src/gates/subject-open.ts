import type { Gate } from '../core/gate.ts';

const words = { issue: 'issue', pull: 'pull request' };

/** What is closed or merged is done: its branch is not written to again. */
export const subjectOpen: Gate = {
  name: 'subject-open',
  quiet: false,
  async admit(_, { circumstances }) {
    const about = await circumstances();
    if (about.kind === 'branch') return true;
    const { subject } = about;
    if (subject.state === 'open') return true;
    if (subject.state === 'merged') {
      return {
        why: 'This pull request is merged already.',
        advice: 'Open an issue for what is left to do, and ask there.',
      };
    }
    return {
      why: `This ${words[subject.kind]} is closed.`,
      advice: 'Reopen it and ask again, or open a new issue.',
    };
  },
};
