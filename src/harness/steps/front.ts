import { type Fields, get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/** Items of a list that have a value come first, and the field `mark` of each item says whether it is one; else the order stays. */
export const front: Step<'front'> = {
  name: 'front',
  apply(fields, { field, having, value, mark }) {
    const list = get(fields, field);
    if (!Array.isArray(list)) return;
    const items: Fields[] = list
      .filter(isFields)
      .map((item: Fields) => ({ ...item, [mark]: item[having] === value }));
    set(fields, field, [...items.filter((item) => item[mark]), ...items.filter((item) => !item[mark])]);
  },
};
