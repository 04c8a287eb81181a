import { type Entry, last } from '../../core/session.ts';
import type { Turn } from '../conversation.ts';
import type { HarnessData } from '../data.ts';
import { compacted } from './compacted.ts';

/** About how many tokens a text is: a fourth of its characters, rounded up. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 4);

/** What an entry adds to a conversation. Entries never change, so each is looked at once. */
const known = new WeakMap<Entry, number>();
function tokensOfEntry(entry: Entry): number {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const tokens = tokensIn(textOf(entry));
  known.set(entry, tokens);
  return tokens;
}

function textOf(entry: Entry): string {
  switch (entry.type) {
    case 'model.replied':
      return JSON.stringify(entry.reply.items);
    case 'tool.returned':
      return JSON.stringify(entry.result);
    case 'model.told':
      return entry.text;
    case 'round.judged':
      return entry.tell ?? '';
    default:
      return '';
  }
}

export function tokensOfTurn(turn: Turn): number {
  if (turn.from === 'user') return sum(turn.messages().map((message) => tokensIn(JSON.stringify(message))));
  const results = turn.calls.map(({ id }) => {
    const returned = turn.returned(id);
    return tokensIn(returned?.cleared ?? JSON.stringify(returned?.result ?? ''));
  });
  return tokensOfEntry(turn.entry) + sum(results);
}

/** What every request has besides the conversation. */
export const tokensOfFrame = ({ system, tools }: HarnessData): number =>
  tokensIn(system) +
  sum(tools.map(({ parameters, description }) => tokensIn(JSON.stringify(parameters) + description)));

/**
 * About how many tokens the next request takes: what the provider told of the last one and what came since, or all by its
 * size where it told nothing, or the conversation is another one since. `entries`: without what was said in compactions.
 */
export function usedTokens(data: HarnessData, entries: readonly Entry[]): number {
  const replied = last(entries, 'model.replied');
  const changed = entries.findLast(({ type }) => type === 'compaction.closed' || type === 'harness.chosen');
  const { input = 0, output = 0 } = replied?.reply.usage ?? {};
  if (!replied || input === 0 || (changed?.seq ?? 0) > replied.seq)
    return tokensOfFrame(data) + sum(compacted(data, entries).map(tokensOfTurn));
  return input + output + sum(entries.slice(entries.indexOf(replied) + 1).map(tokensOfEntry));
}

/** The window of the model that is asked now, as its newest answer tells it. */
export function windowIn(entries: readonly Entry[]): number | null {
  const now = last(entries, 'harness.chosen')?.model;
  let model: string | undefined;
  let window: number | null = null;
  for (const entry of entries) {
    if (entry.type === 'harness.chosen') model = entry.model;
    if (entry.type === 'model.replied' && model === now) window = entry.reply.window ?? window;
  }
  return window;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
