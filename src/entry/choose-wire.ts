import { OiError } from '../core/errors.ts';
import type { Harness } from '../core/harness.ts';
import type { WireId } from '../core/model.ts';
import type { Offered } from '../model/index.ts';

type Spoken = Pick<Harness, 'id' | 'wires'>;

/**
 * The first of the wires on offer that the harness has, and a sentence where it was a choice. Throws `input.invalid` with
 * which `others` there are that have one.
 */
export async function chooseWire(
  { provider, wires }: Offered,
  at: { harness: Spoken; asked: boolean; others(): Promise<readonly Spoken[]> },
): Promise<{ wire: WireId; why: string }> {
  const has = ({ wires: known }: Spoken) => wires.find((each) => known.includes(each));
  const wire = has(at.harness);
  if (wire === undefined) {
    const fitting = (await at.others()).filter(has).map(({ id }) => id);
    throw new OiError(
      'input.invalid',
      `The harness ${at.harness.id} is spoken over ${or(at.harness.wires)}, and ${who(provider)} is asked over ${or(wires)}.`,
      fitting.length > 0
        ? `Use one of the harnesses ${fitting.join(', ')}.`
        : 'No harness fits; use another wire.',
    );
  }
  if (wires.length === 1) return { wire, why: at.asked ? `The wire ${wire} was asked for.` : '' };
  const best =
    wire === wires[0] ? 'is asked best over' : `can be asked over ${wires.join(', ')}, and the harness has`;
  return { wire, why: provider === 'custom' ? '' : `${provider} ${best} ${wire}.` };
}

const who = (provider: string): string => (provider === 'custom' ? 'the server' : provider);
const or = (wires: readonly WireId[]): string => wires.join(' or ');
