import { begins, type Entry, type EntryOf, last, only } from '../core/session.ts';
import type { ToolResult } from '../core/tool.ts';

/** What `next` judges: the last reply of this round and harness. An older one is done with. */
export type Present = {
  replied: EntryOf<'model.replied'>;
  /** We have answered it with words of ours. */
  told: boolean;
  result(call: string): ToolResult | undefined;
  /** Replies up to this one since a call was last made: more than one means that the others came to nothing. */
  streak: number;
};

/** Null when there is no reply to judge yet. */
export function present(entries: readonly Entry[]): Present | null {
  const here = entries.slice(entries.findLastIndex(begins) + 1);
  const replied = last(here, 'model.replied');
  if (!replied) return null;
  const since = here.slice(here.indexOf(replied) + 1);
  const fruitless = here.slice(
    here.findLastIndex(({ type, seq }) => type === 'tool.called' && seq < replied.seq) + 1,
  );
  return {
    replied,
    told: last(since, 'model.told') !== undefined,
    result: (call) => only(since, 'tool.returned').find((entry) => entry.call === call)?.result,
    streak: only(fruitless, 'model.replied').length,
  };
}

export { begins };
