import type { ObjectId } from '../core/change.ts';
import { last, round, type Session } from '../core/session.ts';
import type { Workspace } from '../core/world.ts';

/** Ends a round's work: nothing runs any more, and what differs from where it started is a fact. */
export async function collect(
  session: Session,
  start: ObjectId | null,
  workspace: Pick<Workspace, 'close'>,
): Promise<void> {
  if (last(round(session.entries), 'change.found')) return;
  const result = await workspace.close(start);
  if (result) session.record({ type: 'change.found', ...result });
}
