import { type Code, OiError } from '../core/errors.ts';
import type { Harness } from '../core/harness.ts';
import { last, only, type Session, sitting } from '../core/session.ts';
import type { Settings } from '../core/task.ts';
import type { World } from '../core/world.ts';

/**
 * After these another model may do better: its provider failed for good, or has it no more. Not where a key is refused (it is
 * for a person to mend, and another account should not pay for it unasked), nor where a model or its provider declines the task.
 */
export const passes: ReadonlySet<Code> = new Set<Code>([
  'model.limited',
  'model.unavailable',
  'model.unreachable',
  'model.cut',
  'model.idle',
  'model.unknown',
]);

/** Records the next model of the sitting's `fallback` as the one to ask; throws the failure where there is none. */
export async function fallBack(
  session: Session,
  failure: unknown,
  at: Pick<World, 'chooseWire'> & { harness: Harness; settings: Settings },
): Promise<void> {
  const chosen = last(session.entries, 'harness.chosen');
  const { settings } = at;
  if (!chosen || !(failure instanceof OiError) || !passes.has(failure.code)) throw failure;
  const asked = only(sitting(session.entries), 'harness.chosen').map((entry) => entry.model);
  const next = settings.fallback?.find((id) => !asked.includes(id));
  if (next === undefined) throw failure;
  const { wire } = await at.chooseWire(next, at.harness, settings);
  const { type, harness, own, asked: wanted } = chosen;
  // Without the provider's words: they are in the log as the attempt that failed.
  const why = `It goes on for ${chosen.model}, which ended with ${failure.code}.`;
  session.record({ type, harness, own, model: next, wire, why, ...(wanted && { asked: wanted }) });
}
