import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * Cuts an output to a number of characters and keeps both ends, half each unless `tail` says how many of them are the last
 * ones. `over`: one of up to that many stays whole. `lines`: the beginning ends with a line where that leaves half of it. Like
 * every output, it is all in `head` while `omitted` is 0. `into`: where it is put, so that the field stays as it is.
 */
export const cut: Step<'cut'> = {
  name: 'cut',
  apply(fields, { field, chars, tail: last = Math.floor(chars / 2), over = chars, lines, into = field }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [head, tail, omitted] = [String(output['head']), String(output['tail']), Number(output['omitted'])];
    if (omitted === 0 && head.length + tail.length <= over) {
      set(fields, into, { ...output, head: head + tail, tail: '' });
      return;
    }
    const [front, back] = omitted === 0 ? [head + tail, head + tail] : [head, tail];
    const room = front.slice(0, chars - last);
    const beginning = lines ? wholeLines(room) : room;
    const end = back.slice(Math.max(0, back.length - last));
    const left = head.length + omitted + tail.length - beginning.length - end.length;
    set(fields, into, {
      ...output,
      head: beginning.toWellFormed(),
      tail: end.toWellFormed(),
      omitted: left,
    });
  },
};

function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.length / 2 ? text.slice(0, end) : text;
}
