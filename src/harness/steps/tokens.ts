import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** About how many tokens the whole of an output is: a fourth of its characters, rounded up. */
export const tokens: Step<'tokens'> = {
  name: 'tokens',
  apply(fields, { field, into }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const length = String(output['head']).length + Number(output['omitted']) + String(output['tail']).length;
    set(fields, into, Math.ceil(length / 4));
  },
};
