import type { Message } from '../core/model.ts';
import { type Entry, type EntryOf, last } from '../core/session.ts';
import { conversation, type ModelTurn, type Turn } from './conversation.ts';
import type { HarnessData } from './data.ts';

export type Chosen = EntryOf<'harness.chosen'> | undefined;

/**
 * Makes a log into messages; `tell` puts an answer of the model's into the words of a protocol. Each turn is made once
 * and the same object given again: prompts hold the whole history, and a wire remembers messages by identity.
 */
export function messenger(
  data: HarnessData,
  tell: (turn: ModelTurn, chosen: Chosen) => Message[],
): (entries: readonly Entry[]) => Message[] {
  const system: Message = { role: 'system', text: data.system };
  const known = new WeakMap<Entry, { parts: readonly unknown[]; messages: readonly Message[] }>();
  return (entries) => {
    const chosen = last(entries, 'harness.chosen');
    const told = (turn: Turn): readonly Message[] => {
      const parts = [chosen?.wire, chosen?.model, ...turn.parts];
      const before = known.get(turn.entry);
      if (before && same(before.parts, parts)) return before.messages;
      const messages = turn.from === 'model' ? tell(turn, chosen) : turn.texts().map(user);
      known.set(turn.entry, { parts, messages });
      return messages;
    };
    return [system, ...conversation(data, entries).flatMap(told)];
  };
}

export const user = (text: string): Message => ({ role: 'user', text });

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);
