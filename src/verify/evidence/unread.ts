import type { Evidence } from './finding.ts';

const kind = 'unread';

/** What could hide something and was passed over. */
export const unread: Evidence = {
  kind,
  look: (review) =>
    review.unread.map(({ path, why }) => ({
      kind,
      path,
      count: 1,
      sentence: `${path} was not looked through: it ${why}.`,
    })),
};
