import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** Puts a list in the order of a text that each item has, by its characters. */
export const sort: Step<'sort'> = {
  name: 'sort',
  apply(fields, { field, by }) {
    const list = get(fields, field);
    if (!Array.isArray(list)) return;
    const text = (item: unknown): string => (isFields(item) ? String(item[by]) : '');
    set(
      fields,
      field,
      list.toSorted((one, other) => (text(one) < text(other) ? -1 : Number(text(one) > text(other)))),
    );
  },
};
