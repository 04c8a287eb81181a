import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A text in which no tag of these names is closed, so that it cannot end what a template puts around it. */
export const unclose: Step<'unclose'> = {
  name: 'unclose',
  apply(fields, { field, tags }) {
    const text = get(fields, field);
    if (typeof text === 'string')
      set(
        fields,
        field,
        tags.reduce((all, tag) => all.replaceAll(`</${tag}`, `&lt;/${tag}`), text),
      );
  },
};
