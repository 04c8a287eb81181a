/** What was wanted of a file, and how much of it there was. */
export type Excerpt = {
  text: string;
  /** Lines in `text`, how many of them were cut, and which, counted from 1. */
  lines: number;
  cut: number;
  wide: readonly number[];
  /** Lines seen so far, and whether `text` lacks any of them after its last one. */
  seen: number;
  more: boolean;
  /** Whether what was seen last ends its line. */
  newline: boolean;
};

/** Characters that the text, and each line in it, may have. */
export type Room = { text: number; line: number };

/**
 * Picks `count` lines from line `start` (1 is the first) out of a file that comes in pieces. Holds little of it at a
 * time, however long the file or a line. `split`: the end of the last line begins one more, empty one. `satisfied` tells that the rest only matters for the count of lines.
 */
export function lineCounter(start: number, count: number, room: Room, split = false) {
  const lines: string[] = [];
  let characters = 0;
  const wide: number[] = [];
  let ended = 0;
  let more = false;
  let kept: Buffer[] = [];
  let length = 0;

  return { take, end, satisfied: () => more || ended >= start - 1 + count };

  function take(piece: Buffer): void {
    let from = 0;
    for (let newline = piece.indexOf(10); newline !== -1; newline = piece.indexOf(10, from)) {
      hold(piece.subarray(from, newline));
      endLine();
      from = newline + 1;
    }
    hold(piece.subarray(from));
  }

  /** The whole of it was taken: a last line without a newline is one, too. */
  function end(): Excerpt {
    const newline = ended > 0 && length === 0;
    if (length > 0 || (split && (newline || ended === 0))) endLine();
    return {
      text: lines.join('\n'),
      lines: lines.length,
      cut: wide.length,
      wide,
      seen: ended,
      more,
      newline,
    };
  }

  function hold(part: Buffer): void {
    const left = 4 * room.line - length;
    if (ended + 1 >= start && left > 0) kept.push(Buffer.from(part.subarray(0, left)));
    length += part.length;
  }

  function endLine(): void {
    ended++;
    if (ended >= start) keep(Buffer.concat(kept));
    kept = [];
    length = 0;
  }

  function keep(beginning: Buffer): void {
    more ||= lines.length === count;
    if (more) return;
    const whole = beginning.toString('utf8');
    const short = whole.slice(0, room.line);
    const left = length - Buffer.byteLength(short);
    const line = whole.length <= room.line && left <= 0 ? whole : `${short}… [${left} more bytes]`;
    if (lines.length > 0 && characters + line.length > room.text) {
      more = true;
      return;
    }
    if (line !== whole) wide.push(ended);
    characters += line.length + 1;
    lines.push(line);
  }
}
