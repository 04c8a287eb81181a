import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A code in words that say what it means; one without words stays. */
export const words: Step<'words'> = {
  name: 'words',
  apply(fields, told) {
    const value = get(fields, told.field);
    if (typeof value === 'string') set(fields, told.field, told.words[value] ?? value);
  },
};
