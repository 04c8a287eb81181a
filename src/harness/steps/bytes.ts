import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

/**
 * Cuts an output to a number of bytes of UTF-8, between characters, and keeps both ends, half each. Like every output it is all in
 * `head` while `omitted` is 0; else that counts bytes, as far as the log tells them.
 */
export const bytes: Step<'bytes'> = {
  name: 'bytes',
  apply(fields, { field, bytes: most }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [head, tail] = [Buffer.from(String(output['head'])), Buffer.from(String(output['tail']))];
    const between = Number(output['omitted']) === 0 ? 0 : Number(output['omittedBytes'] ?? output['omitted']);
    const total = head.length + between + tail.length;
    const whole = Buffer.concat([head, tail]);
    const [front, back] = between === 0 ? [whole, whole] : [head, tail];
    if (between === 0 && total <= most)
      return set(fields, field, { ...output, head: String(whole), tail: '', omitted: 0 });
    const first = front.subarray(0, borderAt(front, Math.floor(most / 2), -1));
    const last = back.subarray(borderAt(back, Math.max(0, back.length - Math.floor(most / 2)), 1));
    const omitted = total - first.length - last.length;
    set(fields, field, { ...output, head: String(first), tail: String(last), omitted });
  },
};

/** The nearest place between two characters, forward or back. */
function borderAt(text: Buffer, at: number, way: 1 | -1): number {
  let place = Math.min(at, text.length);
  while (place > 0 && place < text.length && ((text[place] ?? 0) & 0xc0) === 0x80) place += way;
  return place;
}
