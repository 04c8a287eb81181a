import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * Cuts an output to a number of characters and keeps both ends, half each. Like every output, it is all in `head` while
 * `omitted` is 0.
 */
export const cut: Step<'cut'> = {
  name: 'cut',
  apply(fields, { field, chars }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [head, tail, omitted] = [String(output['head']), String(output['tail']), Number(output['omitted'])];
    const half = Math.floor(chars / 2);
    if (omitted === 0 && head.length + tail.length <= chars) {
      set(fields, field, { ...output, head: head + tail, tail: '' });
      return;
    }
    const first = (omitted === 0 ? head + tail : head).slice(0, half);
    const last = (omitted === 0 ? head + tail : tail).slice(-half);
    const left = head.length + omitted + tail.length - first.length - last.length;
    set(fields, field, { ...output, head: first.toWellFormed(), tail: last.toWellFormed(), omitted: left });
  },
};
