import type { Attempt } from '../../core/sandbox.ts';
import { hasCrlf, inBytes } from './whole.ts';

/** Lines `start` to `end`, counted from 1; `end` is `start - 1` where nothing goes and the text is put before `start`. */
export type Splice = { start: number; end: number; text: string };
/** The file's bytes afterwards, and how many lines went and came. */
export type Spliced = { bytes: string; removed: number; added: number };

/**
 * Puts lines in the place of others. The last line of the text needs no newline; a text of nothing is no line. A file with
 * CRLF line ends throughout gets those, and one whose last line is not ended stays so.
 */
export function splice(bytes: string, { start, end, text }: Splice, path: string): Attempt<Spliced> {
  const newline = hasCrlf(bytes) ? '\r\n' : '\n';
  const ended = bytes === '' || bytes.endsWith('\n');
  const lines = bytes === '' ? [] : bytes.replace(/\r?\n$/, '').split(newline);
  const why = objection(start, end, lines.length, path);
  if (why !== null) return { ok: false, why };
  const fresh =
    text === ''
      ? []
      : inBytes(text)
          .replace(/\r?\n$/, '')
          .split(/\r?\n/);
  const all = [...lines.slice(0, start - 1), ...fresh, ...lines.slice(end)];
  const close = all.length > 0 && ended ? newline : '';
  return {
    ok: true,
    value: { bytes: all.join(newline) + close, removed: end - start + 1, added: fresh.length },
  };
}

function objection(start: number, end: number, total: number, path: string): string | null {
  if (end < start - 1) return `Line ${end} comes before line ${start}: give the first line first.`;
  if (end <= total && start <= total + 1) return null;
  return `${path} has ${total} lines, so lines ${start} to ${end} are not all there.`;
}
