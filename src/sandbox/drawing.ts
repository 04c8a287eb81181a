import type { Socket } from 'node:net';
import type { Collector } from './output.ts';
import type { Screen } from './screen.ts';

/** What is drawn at once; a kilobyte of the costliest sequences takes a tenth of a second. */
const pieceBytes = 1024;
const burstPieces = 32;
/** With more than this waiting to be drawn, the program waits as well. */
const waitingBytes = 64 * 1024;

export type Drawing = {
  /** For a program's output; what is drawn is on the screen, and nothing is collected. */
  collect(from: Socket): Collector;
  /** Resolves when all that has come is drawn. */
  settled(): Promise<void>;
};

/**
 * Draws what a program prints. After each burst it rests for as long as that took: whatever is printed, half of the time is left for
 * the rest of us, and a program that prints without end is slowed down to that.
 */
export function drawOn(screen: Screen): Drawing {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let drawing: Promise<void> | null = null;
  let source: Socket | null = null;

  return {
    collect(from) {
      source = from;
      return {
        bytes: 0,
        feed(chunk) {
          for (let at = 0; at < chunk.length; at += pieceBytes)
            waiting.push(chunk.subarray(at, at + pieceBytes));
          bytes += chunk.length;
          if (bytes > waitingBytes) from.pause();
          drawing ??= drawAll().finally(() => {
            drawing = null;
          });
        },
        finish: () => ({ head: '', omitted: 0, tail: '', file: null }),
      };
    },
    settled: async () => void (await drawing),
  };

  async function drawAll(): Promise<void> {
    while (waiting.length > 0) {
      const began = performance.now();
      const burst = waiting.splice(0, burstPieces);
      bytes -= burst.reduce((sum, { length }) => sum + length, 0);
      await new Promise<void>((done) => {
        for (const [index, piece] of burst.entries())
          screen.draw(piece, index === burst.length - 1 ? done : undefined);
      });
      if (bytes <= waitingBytes) source?.resume();
      await new Promise((done) => setTimeout(done, performance.now() - began));
    }
  }
}
