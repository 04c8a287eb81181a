import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** The sum of fields and a number, e.g. the line to go on with; nothing where a field is no number. */
export const add: Step<'add'> = {
  name: 'add',
  apply(fields, told) {
    const values = told.fields.map((field) => get(fields, field));
    if (!values.every((value) => typeof value === 'number')) return;
    set(
      fields,
      told.into,
      values.reduce((sum, value) => sum + value, told.plus),
    );
  },
};
