import type { Hunk } from './patch-format.ts';
import { type Sought, seeker } from './seek.ts';
import { asText, hasCrlf, inBytes } from './whole.ts';

type Splice = { at: number; old: number; lines: string[] };

/** The byte order mark that some editors begin a file with: no patch has it, and it stays. */
const mark = inBytes('\ufeff');

/** Characters of what was not found. */
const mostShown = 2000;

/** `lines`: those of a hunk that the file does not have. */
export type Patched = { ok: true; value: string } | { ok: false; why: string; lines?: string };

/**
 * A file's bytes after some hunks, or which one does not fit and why. Hunks follow the order of the file. Lines that a
 * hunk keeps stay as the file has them; the last line's newline, or its absence, stays too.
 */
export function patched(bytes: string, hunks: readonly Hunk[], path: string): Patched {
  if (bytes.startsWith(mark)) {
    const rest = patched(bytes.slice(mark.length), hunks, path);
    return rest.ok ? { ok: true, value: mark + rest.value } : rest;
  }
  const newline = hasCrlf(bytes) ? '\r\n' : '\n';
  const ended = bytes === '' || bytes.endsWith(newline);
  const lines = bytes === '' ? [] : bytes.slice(0, ended ? -newline.length : undefined).split(newline);
  const seek = seeker(lines).seek;
  const splices: Splice[] = [];
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const found = place(hunk, lines, from, seek);
    if (!found.ok) return { ...found, why: `${path}, hunk ${index + 1}: ${found.why}` };
    const { at, old } = found.value;
    splices.push({ at, old, lines: merged(hunk, lines.slice(at, at + old), newline) });
    from = at + old;
  }
  const result: string[] = [];
  let done = 0;
  for (const splice of splices) {
    for (; done < splice.at; done++) result.push(lines[done] ?? '');
    for (const line of splice.lines) result.push(line);
    done = splice.at + splice.old;
  }
  for (; done < lines.length; done++) result.push(lines[done] ?? '');
  return { ok: true, value: result.length === 0 ? '' : result.join(newline) + (ended ? newline : '') };
}

type Seek = ReturnType<typeof seeker>['seek'];

/** Where a hunk belongs, and how many lines of the file it stands for. */
function place(
  hunk: Hunk,
  lines: readonly string[],
  start: number,
  seek: Seek,
): { ok: true; value: { at: number; old: number } } | (Patched & { ok: false }) {
  let from = start;
  for (const context of hunk.contexts) {
    const sought = seek([inBytes(context)], from, false);
    if (!sought.found) return { ok: false, why: `the line after @@ was not found: ${context}` };
    from = sought.at + 1;
  }
  const old = hunk.lines.filter(({ sign }) => sign !== '+').map(({ text }) => inBytes(text));
  if (old.length === 0)
    return { ok: true, value: { at: hunk.contexts.length > 0 ? from : lines.length, old: 0 } };
  const sought = seek(old, from, hunk.atEnd);
  if (sought.found) return { ok: true, value: { at: sought.at, old: old.length } };
  // A blank line before the next section looks like one more line to keep.
  if (old.length > 1 && hunk.lines.at(-1)?.sign === ' ' && old.at(-1) === '') {
    const shorter = seek(old.slice(0, -1), from, hunk.atEnd);
    if (shorter.found) return { ok: true, value: { at: shorter.at, old: old.length - 1 } };
  }
  return {
    ok: false,
    why: missed(old, lines, from, sought, seek),
    lines: old.map(asText).join('\n').slice(0, mostShown),
  };
}

function missed(
  old: readonly string[],
  lines: readonly string[],
  from: number,
  sought: Sought,
  seek: Seek,
): string {
  const whole = old.slice(0, 10).map(asText).join('\n');
  const text = `its lines were not found${from > 0 ? ` after line ${from}` : ''}:\n${whole.slice(0, mostShown)}`;
  const earlier = seek(old, 0, false);
  if (earlier.found)
    return `${text}\nThey are on line ${earlier.at + 1}: give hunks in the order of the file.`;
  if (sought.found || sought.matched === 0) return `${text}\nRead the file again and copy the lines exactly.`;
  const wanted = JSON.stringify(asText(old[sought.matched] ?? ''));
  const line = sought.at + sought.matched;
  const there = line < lines.length ? JSON.stringify(asText(lines[line] ?? '')) : 'the end of the file';
  return `${text}\nThey fit from line ${sought.at + 1} on, but instead of ${wanted} line ${line + 1} is ${there}.`;
}

/** The lines that stand there afterwards. */
function merged(hunk: Hunk, old: readonly string[], newline: string): string[] {
  const result: string[] = [];
  let next = 0;
  for (const { sign, text } of hunk.lines) {
    if (sign === '+') result.push(inBytes(newline === '\r\n' ? text.replace(/\r$/, '') : text));
    else if (next < old.length) {
      if (sign === ' ') result.push(old[next] ?? '');
      next++;
    }
  }
  return result;
}
