import { OiError } from '../core/errors.ts';
import type { Handover } from '../core/handover.ts';

/** The one door from the agent's half to the publishing half. */
export async function parseHandover(value: unknown): Promise<Handover> {
  const { handoverShape } = await import('./handover-shape.ts');
  const parsed = handoverShape.safeParse(value);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new OiError(
    'bug',
    `The work was handed over in a wrong form (${at}).`,
    'Please report it with the session log.',
  );
}
