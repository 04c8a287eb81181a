import { toProblem } from '../core/errors.ts';
import type { Permission } from '../core/forge.ts';
import type { Gate } from '../core/gate.ts';

const enough: readonly Permission[] = ['write', 'admin'];

/**
 * Only who could push may ask us to; a schedule was set by somebody who could. A bot that came this far was named in the
 * settings; the forge gives bots no rank.
 */
export const writeAccess: Gate = {
  name: 'write-access',
  quiet: false,
  async admit({ origin: { sender } }, { forge, circumstances }) {
    if (!sender || sender.kind === 'bot') return true;
    // Both questions are on their way at once. What goes wrong with the second is told only to who may know.
    const [permission] = await Promise.all([
      forge.permission(sender).catch(toProblem),
      circumstances().catch(() => null),
    ]);
    if (typeof permission === 'object') {
      await circumstances(); // Where nothing can be asked, its error says more.
      return {
        why: `Whether you may write to this repository could not be found out: ${permission.happened}`,
        advice: permission.advice,
      };
    }
    if (enough.includes(permission)) return true;
    return {
      why: 'I take work only from people who can write to this repository.',
      advice: 'Please ask one of its maintainers.',
    };
  },
};
