import { fill } from '../../text/template.ts';
import type { StepData } from '../data.ts';
import { type Fields, get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * A list as one text: each item as the template has it, which can ask for the item's own fields and those around it, with the
 * separator between. No more than `most` items, nor more than the number in the field `limit`, nor more than `chars` characters:
 * of the first item that is too long for them its beginning is kept, which counts as left out. `left` takes how many are.
 * `groups`: the first of several in a row that have the same in the field `by` gets a heading, with `gap` before it.
 */
export const join: Step<'join'> = {
  name: 'join',
  apply(fields, told) {
    const list = get(fields, told.field);
    if (!Array.isArray(list)) return;
    const items: Fields[] = list.filter(isFields);
    const whole = items.slice(0, mostOf(fields, told)).map((item, index) => {
      const view = { ...fields, ...item };
      const heading = told.groups && isNewGroup(items, index, told.groups.by) ? told.groups.heading : '';
      return fill(heading, view) + fill(told.template, view);
    });
    const gaps = gapsBetween(items, told);
    const { text, kept } = within(whole, gaps, told.chars ?? Number.POSITIVE_INFINITY);
    set(fields, told.into, text);
    if (told.left !== undefined) set(fields, told.left, items.length - kept);
  },
};

type Told = Extract<StepData, { step: 'join' }>;

function mostOf(fields: Fields, { most = Number.POSITIVE_INFINITY, limit }: Told): number {
  const given = limit === undefined ? undefined : get(fields, limit);
  return typeof given === 'number' && given >= 1 ? Math.min(most, given) : most;
}

const isNewGroup = (items: readonly Fields[], index: number, by: string): boolean =>
  index === 0 || items[index]?.[by] !== items[index - 1]?.[by];

/** What stands before each item: nothing, the separator, or before a new group the gap. */
const gapsBetween = (items: readonly Fields[], { separator, groups }: Told): string[] =>
  items.map((_, index) => {
    if (index === 0) return '';
    return groups && isNewGroup(items, index, groups.by) ? groups.gap : separator;
  });

/** At least ten characters of the item that is cut. */
function within(
  items: readonly string[],
  gaps: readonly string[],
  chars: number,
): { text: string; kept: number } {
  let text = '';
  for (const [index, item] of items.entries()) {
    const start = `${text}${gaps[index]}`;
    if (start.length + item.length > chars) {
      const beginning = item.slice(0, Math.max(chars - start.length, 10)).toWellFormed();
      return { text: `${start}${beginning}...`, kept: index };
    }
    text = start + item;
  }
  return { text, kept: items.length };
}
