import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** The sum of fields and a number, less other fields, e.g. the line to go on with; nothing where a field is no number. True counts as 1,
 * and digits are a number, since a command's words are texts. */
export const add: Step<'add'> = {
  name: 'add',
  apply(fields, told) {
    const numbers = (names: readonly string[]) => names.map((field) => numberOf(get(fields, field)));
    const [values, less] = [numbers(told.fields), numbers(told.less ?? [])];
    if (![...values, ...less].every((value) => typeof value === 'number' || typeof value === 'boolean'))
      return;
    const sum = (list: readonly unknown[]): number =>
      list.reduce<number>((all, value) => all + Number(value), 0);
    set(fields, told.into, sum(values) - sum(less) + told.plus);
  },
};

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
