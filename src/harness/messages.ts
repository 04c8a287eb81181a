import type { Message } from '../core/model.ts';
import { type Entry, type EntryOf, last, only } from '../core/session.ts';
import { compacted } from './compaction/compacted.ts';
import type { ModelTurn, Turn } from './conversation.ts';
import type { HarnessData } from './data.ts';
import { systemText } from './opening.ts';

/** Which turns of a conversation are told. */
export type Pick = (turns: readonly Turn[]) => readonly Turn[];
const everything: Pick = (turns) => turns;

export type Chosen = EntryOf<'harness.chosen'> | undefined;

/**
 * Makes a log into messages; `tell` puts an answer of the model's into the words of a protocol, and of the entries
 * it reads none that come after the answer's results. Each turn is made once and the same object given again: prompts hold
 * the whole history, and a wire remembers messages by identity.
 */
export function messenger(
  data: HarnessData,
  tell: (turn: ModelTurn, chosen: Chosen, entries: readonly Entry[]) => Message[],
): (entries: readonly Entry[], pick?: Pick) => Message[] {
  const system = systemMessage(data);
  const known = new WeakMap<Entry, { parts: readonly unknown[]; messages: readonly Message[] }>();
  return (entries, pick = everything) => {
    const chosen = last(entries, 'harness.chosen');
    const told = (turn: Turn): readonly Message[] => {
      const parts = [chosen?.wire, chosen?.model, ...turn.parts];
      const before = known.get(turn.entry);
      if (before && same(before.parts, parts)) return before.messages;
      const messages = turn.from === 'model' ? tell(turn, chosen, entries) : turn.messages();
      known.set(turn.entry, { parts, messages });
      return messages;
    };
    return [...system(entries), ...pick(compacted(data, entries)).flatMap(told)];
  };
}

/** Says what the first sitting knew, whatever later ones find: what was sent once stays as it is. One without words is left out. */
function systemMessage(data: HarnessData): (entries: readonly Entry[]) => readonly Message[] {
  let known: { parts: readonly unknown[]; messages: readonly Message[] } | null = null;
  return (entries) => {
    const [sitting] = only(entries, 'sitting.opened');
    const [environment] = only(entries, 'environment.seen');
    const [context] = only(entries, 'context.gathered');
    const parts = [sitting, environment, context];
    if (!known || !same(known.parts, parts)) {
      const text = systemText(data.system, { sitting, environment, context }, data);
      known = { parts, messages: text === '' ? [] : [{ role: 'system', text }] };
    }
    return known.messages;
  };
}

export const user = (text: string): Message => ({ role: 'user', text });

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);
