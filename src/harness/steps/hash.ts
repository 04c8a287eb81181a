import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A few hex digits that are always the same for the same text (FNV-1a, 32 bits): a label, no protection. */
export const hash: Step<'hash'> = {
  name: 'hash',
  apply(fields, { field, into, digits }) {
    let sum = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(String(get(fields, field)))) {
      sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
    }
    set(fields, into, sum.toString(16).padStart(8, '0').slice(-digits));
  },
};
