import { readSync } from 'node:fs';

/** One room for all files: the process reads one at a time. */
const room = Buffer.allocUnsafeSlow(256 * 1024);

/** The first bytes decide whether a file is text, as git has it. */
const sample = 8000;

/**
 * A text file in pieces that end with a line; nothing of a binary one. A line longer than 256 KiB comes in several.
 * `only`: the piece is the whole file. The bytes are good until the next piece.
 */
export function* pieces(descriptor: number): Generator<{ bytes: Buffer; only: boolean }, void, undefined> {
  let kept = 0;
  for (let first = true; ; first = false) {
    const filled = fill(descriptor, kept);
    const ended = filled < room.length;
    if (first && room.subarray(0, Math.min(filled, sample)).includes(0)) return;
    const newline = ended ? -1 : room.subarray(0, filled).lastIndexOf(10);
    const end = newline === -1 ? filled : newline + 1;
    yield { bytes: room.subarray(0, end), only: first && ended };
    if (ended) return;
    room.copy(room, 0, end, filled);
    kept = filled - end;
  }
}

function fill(descriptor: number, kept: number): number {
  let filled = kept;
  while (filled < room.length) {
    const got = readSync(descriptor, room, filled, room.length - filled, null);
    if (got === 0) break;
    filled += got;
  }
  return filled;
}
