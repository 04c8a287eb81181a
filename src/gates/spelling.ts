import type { Gate } from '../core/gate.ts';

/** A slip of the pen runs nothing: it may have been meant for something else. */
export const spelling: Gate = {
  name: 'spelling',
  quiet: false,
  async admit({ verb, ask }, { settings: { trigger } }) {
    if (verb !== 'unclear') return true;
    return { why: ask, advice: `Write \`${trigger} fix\`, and behind it what is to be done.` };
  },
};
