import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** Puts the number of each line before it, right-aligned in `width` characters; `start` is the field with the first one. */
export const number: Step<'number'> = {
  name: 'number',
  apply(fields, { field, start, width, separator }) {
    const text = get(fields, field);
    if (typeof text !== 'string') return;
    const first = Number(get(fields, start) ?? 1);
    const lines = text.split('\n');
    set(
      fields,
      field,
      lines.map((line, index) => `${String(first + index).padStart(width)}${separator}${line}`).join('\n'),
    );
  },
};
