import xterm from '@xterm/headless';
import type { Look, TerminalSize } from '../core/sandbox.ts';

/** Lines above the screen that are remembered: 10 MB where all are long. */
const remembered = 5000;

/** A terminal's screen: hostile bytes in, plain text out. Nothing that is drawn is ever answered. */
export type Screen = {
  /** Draws a piece, and calls back when that is done. */
  draw(piece: Uint8Array, done?: () => void): void;
  /** What came since the last look, and all that is to be seen. */
  look(): Look;
};

export function openScreen({ rows, columns }: TerminalSize): Screen {
  const terminal = new xterm.Terminal({
    rows,
    cols: columns,
    scrollback: remembered,
    allowProposedApi: true,
    logLevel: 'off',
  });
  refuse(terminal, Math.max(rows, columns));
  let seen: { from: xterm.IMarker; text: string } | null = null;

  return {
    draw: (piece, done) => terminal.write(piece, done),
    look() {
      const buffer = terminal.buffer.active;
      const screen = textFrom(buffer, buffer.baseY);
      const fresh = since(buffer);
      seen?.from.dispose();
      // A program that fills the screen has one of its own, which nothing follows from.
      const from = buffer.type === 'normal' ? terminal.registerMarker(-buffer.cursorY) : undefined;
      seen = from ? { from, text: screen } : null;
      return { fresh, screen };
    },
  };

  /** What follows where the last look ended, if all that it saw still stands there. */
  function since(buffer: xterm.IBuffer): string | null {
    if (!seen || seen.from.isDisposed || buffer.type !== 'normal') return null;
    const now = textFrom(buffer, seen.from.line);
    return now.startsWith(seen.text) ? now.slice(seen.text.lastIndexOf('\n') + 1) : null;
  }
}

/**
 * What costs more than it is worth. The library repeats some sequences as often as they say, which may be for hours: insert and
 * delete lines, scroll up and down, go back a tab, repeat a character. And it remembers each link for as long as its line is there.
 */
function refuse({ parser }: xterm.Terminal, most: number): void {
  for (const final of ['L', 'M', 'S', 'T', 'Z', 'b'])
    parser.registerCsiHandler({ final }, ([count]) => Number(count) > most);
  parser.registerOscHandler(8, () => true);
}

function textFrom(buffer: xterm.IBuffer, first: number): string {
  const lines = Array.from({ length: buffer.length - first }, (_, index) =>
    (buffer.getLine(first + index)?.translateToString(true) ?? '').trimEnd(),
  );
  return lines.join('\n').replace(controls, '').trimEnd();
}

/** None is drawn by the library as it is now; this does not depend on that. */
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
