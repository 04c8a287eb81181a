import type { Gate } from '../core/gate.ts';
import { askerOf } from '../core/task.ts';

/**
 * Bots do not command us unless the repository names them by number: anybody can register a bot, and a name can be
 * taken. Those turned away get no answer, or two bots would talk for ever.
 */
export const bots: Gate = {
  name: 'bots',
  quiet: true,
  async admit({ origin }, { settings }) {
    const involved = [askerOf(origin), origin.sender];
    const stranger = involved.find((person) => person?.kind === 'bot' && !settings.bots.includes(person.id));
    if (!stranger) return true;
    return {
      why: `Bots may not give me work, and ${stranger.login} is one.`,
      advice: `If this one may, add its number, ${stranger.id}, to \`bots\` in the settings.`,
    };
  },
};
