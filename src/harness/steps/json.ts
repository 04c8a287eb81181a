import type { Json } from '../../core/json.ts';
import { named } from '../args.ts';
import type { ArgNames } from '../data.ts';
import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * Fields as JSON, to stand in a template that is JSON. What is missing or null stays so. `each`: the items of a list by the
 * harness's names, as those of an argument.
 */
export const json: Step<'json'> = {
  name: 'json',
  apply(fields, told) {
    for (const field of told.fields) {
      const value = get(fields, field);
      if (value === undefined || value === null) continue;
      set(fields, field, JSON.stringify(told.each ? inNames(told.each, value) : value, null, told.indent));
    }
  },
};

const inNames = (names: ArgNames, value: unknown): unknown =>
  Array.isArray(value) ? value.map((item: Json) => (isFields(item) ? named(names, item) : item)) : value;
