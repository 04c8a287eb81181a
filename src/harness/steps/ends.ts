import { get, isFields, set } from './fields.ts';
import type { Step } from './step.ts';

type Room = { lines: number; chars: number };

/**
 * Keeps lines at both ends of an output that has more than `over`, as many as `head` and `tail` have room for; of a line that is
 * too long for what is left, a part and three dots. White space at the very end is dropped. Like every output it is all in `head`
 * while `omitted` is 0.
 */
export const ends: Step<'ends'> = {
  name: 'ends',
  apply(fields, { field, over, head, tail }) {
    const output = get(fields, field);
    if (!isFields(output)) return;
    const [front, back] = [String(output['head']), String(output['tail'])];
    const omitted = Number(output['omitted']);
    const whole = (omitted === 0 ? front + back : back).trimEnd();
    if (omitted === 0 && whole.length <= over.chars && whole.split('\n').length <= over.lines) {
      set(fields, field, { ...output, head: whole, tail: '' });
      return;
    }
    const first = fitting((omitted === 0 ? whole : front).split('\n'), head);
    const last = fitting(whole.split('\n').reverse(), tail);
    const kept = {
      head: [...first.lines, ...(first.part ? [`${first.part.slice(0, first.room).toWellFormed()}...`] : [])],
      tail: [...(last.part ? [`...${endOf(last.part, last.room)}`] : []), ...last.lines.reverse()],
    };
    const [start, end] = [kept.head.join('\n'), kept.tail.join('\n')];
    const left = front.length + omitted + back.length - start.length - end.length;
    set(fields, field, { ...output, head: start, tail: end, omitted: Math.max(1, left) });
  },
};

const endOf = (line: string, room: number): string => line.slice(line.length - room).toWellFormed();

/** The lines that fit, each with one character for its end; then the one that does not, and what room it has beside three dots. */
function fitting(
  lines: readonly string[],
  room: Room,
): { lines: string[]; part: string | null; room: number } {
  const kept: string[] = [];
  let left = room.chars;
  for (const line of lines.slice(0, room.lines)) {
    if (line.length + 1 > left)
      return { lines: kept, part: left > 0 ? line : null, room: Math.max(left - 3, 0) };
    kept.push(line);
    left -= line.length + 1;
  }
  return { lines: kept, part: null, room: 0 };
}
