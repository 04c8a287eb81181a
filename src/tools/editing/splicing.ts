import { hasCrlf, inBytes } from './whole.ts';

/** Lines `start` to `end`, counted from 1; `end` is `start - 1` where nothing goes and the text is put before `start`. */
export type Splice = { start: number; end: number; text: string };
/** The file's bytes afterwards, and how many lines went and came. */
export type Spliced = { bytes: string; removed: number; added: number };
/** Why nothing was done: in words, and of lines that are not there as a kind, with the number of those that are. */
export type Unspliced = { ok: false; why: string; fields: { fault?: 'behind'; total?: number } };

/**
 * Puts lines in the place of others. The last line of the text needs no newline; a text of nothing is no line. A file with
 * CRLF line ends throughout gets those, and one whose last line is not ended stays so.
 */
export function splice(
  bytes: string,
  { start, end, text }: Splice,
  path: string,
): { ok: true; value: Spliced } | Unspliced {
  const newline = hasCrlf(bytes) ? '\r\n' : '\n';
  const ended = bytes === '' || bytes.endsWith('\n');
  const lines = bytes === '' ? [] : bytes.replace(/\r?\n$/, '').split(newline);
  const objection = objectionTo(start, end, lines.length, path);
  if (objection) return objection;
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

function objectionTo(start: number, end: number, total: number, path: string): Unspliced | null {
  if (end < start - 1) {
    const why = `Line ${end} comes before line ${start}: give the first line first.`;
    return { ok: false, why, fields: {} };
  }
  if (end <= total && start <= total + 1) return null;
  const why = `${path} has ${total} lines, so lines ${start} to ${end} are not all there.`;
  return { ok: false, why, fields: { fault: 'behind', total } };
}
