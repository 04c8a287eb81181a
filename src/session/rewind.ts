import type { ObjectId } from '../core/change.ts';
import { type Entry, last, only, type Session, sitting } from '../core/session.ts';
import type { Trees } from '../core/trees.ts';
import type { Workspace, World } from '../core/world.ts';

/**
 * After a crash: when a call that may change the folder has begun since the last snapshot, nobody knows how far it came.
 * The folder goes back to that snapshot and the log with it; what stood in the folder is kept as a tree. Where no such
 * call began, a reply that was paid for stands. Then log and folder agree, and the trees are not waited for, unless the
 * folder was laid anew: it gets the snapshot.
 */
export async function rewind(
  session: Session,
  tools: World['tools'],
  { trees, laidAnew }: Pick<Workspace, 'trees' | 'laidAnew'>,
): Promise<void> {
  const here = sitting(session.entries);
  const point = await rewindPoint(here, tools);
  if (point) {
    const kept = await (await trees).lay(point.tree);
    session.record({ type: 'session.rewound', to: point.to, kept });
  } else if (laidAnew) await layAgain(session, tools, trees);
}

/** What the log tells of, in a folder that is the base again. Where no snapshot could be taken, the work begins anew. */
async function layAgain(session: Session, tools: World['tools'], trees: Promise<Trees>): Promise<void> {
  const here = sitting(session.entries);
  const snapshot = last(here, 'snapshot.taken');
  const [begin] = only(here, 'round.opened');
  if (snapshot) await (await trees).lay(snapshot.tree);
  else if (begin && (await hasChanged(here, tools, begin.seq)))
    session.record({ type: 'session.rewound', to: begin.seq, kept: null });
}

/** The last snapshot of a sitting, when a call has begun since that may have changed the folder. */
export async function rewindPoint(
  entries: readonly Entry[],
  tools: World['tools'],
): Promise<{ to: number; tree: ObjectId } | null> {
  const snapshot = last(entries, 'snapshot.taken');
  if (!snapshot) return null;
  return (await hasChanged(entries, tools, snapshot.seq)) ? { to: snapshot.seq, tree: snapshot.tree } : null;
}

/** Whether a call that may change the folder has begun since an entry. */
export async function hasChanged(
  entries: readonly Entry[],
  tools: World['tools'],
  since: number,
): Promise<boolean> {
  const called = only(entries, 'tool.called').filter(({ seq }) => seq > since);
  if (called.length === 0) return false;
  const changing = new Set((await tools()).flatMap(({ name, changes }) => (changes ? [name] : [])));
  return called.some(({ call }) => changing.has(call.tool));
}
