import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A number in another unit, with that many decimals. */
export const divide: Step<'divide'> = {
  name: 'divide',
  apply(fields, { field, into, by, digits }) {
    set(fields, into, (Number(get(fields, field) ?? 0) / by).toFixed(digits));
  },
};
