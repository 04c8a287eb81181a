import type { Rule } from './rule.ts';

/** What the workspace knows to be kept elsewhere, e.g. in Git LFS. */
export const barred: Rule = {
  name: 'barred',
  counts(_change, { barred: [first] }) {
    if (!first) return null;
    return {
      why: `The change touches ${first.path}, which ${first.why}.`,
      advice: 'Make that part of the change yourself; the whole of it is kept as a patch.',
    };
  },
};
