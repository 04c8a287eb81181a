import { get, set } from './fields.ts';
import type { Step } from './step.ts';

/** A code in words that say what it means, in its place or beside it; one without words stays. */
export const words: Step<'words'> = {
  name: 'words',
  apply(fields, told) {
    const value = get(fields, told.field);
    if (typeof value !== 'string') return;
    const said = Object.hasOwn(told.words, value) ? told.words[value] : value;
    set(fields, told.into ?? told.field, said);
  },
};
