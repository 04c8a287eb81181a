/** What was wanted of a file, and how much of it there was. */
export type Excerpt = {
  text: string;
  /** Lines in `text`, and how many of them were cut. */
  lines: number;
  cut: number;
  /** Lines seen so far, and whether `text` lacks any of them after its last one. */
  seen: number;
  more: boolean;
};

const longestLine = 2000;
const longestText = 50_000;

/**
 * Picks `count` lines from line `start` (1 is the first) out of a file that comes in pieces. Holds little of it at a
 * time, however long the file or a line. `satisfied` tells that the rest only matters for the count of lines.
 */
export function lineCounter(start: number, count: number) {
  const lines: string[] = [];
  let characters = 0;
  let cut = 0;
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
    if (length > 0) endLine();
    return { text: lines.join('\n'), lines: lines.length, cut, seen: ended, more };
  }

  function hold(part: Buffer): void {
    const room = 4 * longestLine - length;
    if (ended + 1 >= start && room > 0) kept.push(Buffer.from(part.subarray(0, room)));
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
    const short = whole.slice(0, longestLine);
    const left = length - Buffer.byteLength(short);
    const line = whole.length <= longestLine && left <= 0 ? whole : `${short}… [${left} more bytes]`;
    if (lines.length > 0 && characters + line.length > longestText) {
      more = true;
      return;
    }
    if (line !== whole) cut++;
    characters += line.length + 1;
    lines.push(line);
  }
}
