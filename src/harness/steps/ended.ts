import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A text with an end of line, so that something can follow on a line of its own; one without words stays empty. */
export const ended: Step<'ended'> = {
  name: 'ended',
  apply(fields, { field, into }) {
    const text = String(get(fields, field) ?? '');
    set(fields, into, text === '' || text.endsWith('\n') ? text : `${text}\n`);
  },
};
