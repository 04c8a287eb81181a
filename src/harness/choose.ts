import { OiError } from '../core/errors.ts';
import { nearest } from '../text/nearest.ts';

/** The harnesses we ship. */
export const harnessIds = ['mini-swe-agent', 'mini-swe-agent-text', 'minimal', 'native', 'pi'] as const;
export type HarnessId = (typeof harnessIds)[number];

/** Which models are used to which harness: the first rule that fits. The last fits every model. */
const rules: readonly { fits(model: string): boolean; id: HarnessId; why: string }[] = [
  { fits: () => true, id: 'native', why: 'No other harness is known to suit this model better.' },
];

/** The harness for a model, or the one asked for. Throws `harness.unknown` with the nearest names. */
export function chooseHarness(
  model: string,
  { asked }: { asked: string | null },
): { id: HarnessId; why: string } {
  if (asked !== null) return { id: known(asked), why: 'It was asked for.' };
  const rule = rules.find(({ fits }) => fits(model.toLowerCase()));
  if (!rule) throw new OiError('bug', 'No rule chooses a harness.', 'Please report it with the session log.');
  return { id: rule.id, why: rule.why };
}

function known(asked: string): HarnessId {
  const id = harnessIds.find((name) => name === asked);
  if (id) return id;
  const near = nearest(asked, harnessIds);
  throw new OiError(
    'harness.unknown',
    `There is no harness "${asked}".`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${harnessIds.join(', ')}.`,
  );
}
