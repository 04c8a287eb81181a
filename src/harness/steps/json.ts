import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** Fields as JSON, to stand in a template that is JSON. What is missing or null stays so. */
export const json: Step<'json'> = {
  name: 'json',
  apply(fields, told) {
    for (const field of told.fields) {
      const value = get(fields, field);
      if (value !== undefined && value !== null) set(fields, field, JSON.stringify(value, null, told.indent));
    }
  },
};
