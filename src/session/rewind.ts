import type { ObjectId } from '../core/change.ts';
import { type Entry, last, only, type Session, sitting } from '../core/session.ts';
import type { Tool } from '../core/tool.ts';
import type { Trees } from '../core/trees.ts';

/**
 * After a crash: when a call that may change the folder has begun since the last snapshot, nobody knows how far it came.
 * The folder goes back to that snapshot and the log with it; what stood in the folder is kept as a tree. Where no such
 * call began, log and folder agree, a reply that was paid for stands, and the trees are not waited for.
 */
export async function rewind(session: Session, tools: readonly Tool[], trees: Promise<Trees>): Promise<void> {
  const point = rewindPoint(sitting(session.entries), tools);
  if (!point) return;
  const kept = await (await trees).lay(point.tree);
  session.record({ type: 'session.rewound', to: point.to, kept });
}

/** The last snapshot of a sitting, when a call has begun since that may have changed the folder. */
export function rewindPoint(
  entries: readonly Entry[],
  tools: readonly Tool[],
): { to: number; tree: ObjectId } | null {
  const snapshot = last(entries, 'snapshot.taken');
  if (!snapshot) return null;
  const changing = (name: string): boolean => tools.find((tool) => tool.name === name)?.changes ?? false;
  const began = only(entries, 'tool.called').some(
    ({ seq, call }) => seq > snapshot.seq && changing(call.tool),
  );
  return began ? { to: snapshot.seq, tree: snapshot.tree } : null;
}
