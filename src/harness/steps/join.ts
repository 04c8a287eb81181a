import { fill } from '../../text/template.ts';
import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** A list as one text: each item as the template has it, which can ask for the item's own fields, with the separator between. */
export const join: Step<'join'> = {
  name: 'join',
  apply(fields, { field, template, separator, into }) {
    const list = get(fields, field);
    if (!Array.isArray(list)) return;
    set(
      fields,
      into,
      list
        .filter(isFields)
        .map((item) => fill(template, item))
        .join(separator),
    );
  },
};
