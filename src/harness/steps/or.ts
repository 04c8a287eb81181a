import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** What stands for a field that is missing, null or empty. */
export const or: Step<'or'> = {
  name: 'or',
  apply(fields, { field, value }) {
    const given = get(fields, field) ?? '';
    if (given === '') set(fields, field, value);
  },
};
