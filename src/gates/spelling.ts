import type { Gate } from '../core/gate.ts';

/** A slip of the pen runs nothing: it may have been meant for something else. */
export const spelling: Gate = {
  name: 'spelling',
  quiet: false,
  async admit({ verb, ask, advice = '' }) {
    return verb === 'unclear' ? { why: ask, advice } : true;
  },
};
