import { fill } from '../../text/template.ts';
import type { StepData } from '../data.ts';
import { type Fields, get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * A list as one text: each item as the template has it, which can ask for the item's own fields and those around it, with the
 * separator between. No more than `most` items, nor more than the number in the field `limit`, nor more than `chars` characters:
 * of the first item that is too long for them its beginning is kept, which counts as left out. `left` takes how many are.
 */
export const join: Step<'join'> = {
  name: 'join',
  apply(fields, told) {
    const list = get(fields, told.field);
    if (!Array.isArray(list)) return;
    const items = list.filter(isFields);
    const whole = items
      .slice(0, mostOf(fields, told))
      .map((item) => fill(told.template, { ...fields, ...item }));
    const { text, kept } = within(whole, told.separator, told.chars ?? Number.POSITIVE_INFINITY);
    set(fields, told.into, text);
    if (told.left !== undefined) set(fields, told.left, items.length - kept);
  },
};

type Told = Extract<StepData, { step: 'join' }>;

function mostOf(fields: Fields, { most = Number.POSITIVE_INFINITY, limit }: Told): number {
  const given = limit === undefined ? undefined : get(fields, limit);
  return typeof given === 'number' && given >= 1 ? Math.min(most, given) : most;
}

/** At least ten characters of the item that is cut. */
function within(items: readonly string[], separator: string, chars: number): { text: string; kept: number } {
  let length = 0;
  for (const [index, item] of items.entries()) {
    const before = index === 0 ? 0 : separator.length;
    if (length + before + item.length > chars) {
      const beginning = item.slice(0, Math.max(chars - length - before, 10)).toWellFormed();
      return { text: [...items.slice(0, index), `${beginning}...`].join(separator), kept: index };
    }
    length += before + item.length;
  }
  return { text: items.join(separator), kept: items.length };
}
