import type { Entry } from '../core/session.ts';
import { ownIn } from './conversation.ts';
import type { HarnessData } from './data.ts';
import { begins } from './present.ts';

/**
 * A log without the answers that were cut off at the length limit and are asked for once more with more room: nothing of them is
 * run or told. `due`: the newest answer is one. The second try stands, cut off or not.
 */
export function withoutFirstTries(
  data: Pick<HarnessData, 'id'>,
  entries: readonly Entry[],
): { entries: readonly Entry[]; due: boolean } {
  const kept: Entry[] = [];
  const isOwn = ownIn(data, entries);
  let own = false;
  let due = false;
  for (const entry of entries) {
    if (entry.type === 'harness.chosen') own = isOwn(entry);
    if (entry.type === 'model.replied') due = own && entry.reply.cut && !due;
    else if (begins(entry)) due = false;
    if (entry.type !== 'model.replied' || !due) kept.push(entry);
  }
  return { entries: kept, due };
}
