import { closeSync, constants, statSync } from 'node:fs';
import type { Attempt, Files, Line } from '../core/sandbox.ts';
import { matching } from './matching.ts';
import { filter } from './patterns.ts';
import { pieces } from './pieces.ts';
import { absolute, oddity, openCalmly, shown } from './places.ts';
import { walk } from './walk.ts';

type How = Parameters<Files['grep']>[1];

/** Line by line, file after file as the walk meets them; stops where there is more than may be told. */
export function grep(root: string, pattern: string, how: How): Attempt<{ lines: Line[]; more: boolean }> {
  const expression = expressionOf(pattern, how.ignoreCase);
  if (!expression.ok) return expression;
  const start = absolute(root, how.path);
  const stats = statSync(start);
  if (!stats.isFile() && !stats.isDirectory())
    return { ok: false, why: `${how.path} is ${oddity(stats)}, not a file.` };

  const needle = needleOf(pattern, how.ignoreCase);
  const search = matching(expression.value, how);
  for (const place of stats.isFile() ? [start] : filesBelow(start, root, how)) {
    try {
      searchFile(place, needle, search.file(shown(root, place)));
    } catch (error) {
      if (place === start) throw error; // what may not be read on the way is passed over
    }
    if (search.found.more) break;
  }
  return { ok: true, value: search.found };
}

/** As a Unicode pattern where it is one, else as an old one, which forgives needless backslashes. `(?i)` is known elsewhere. */
function expressionOf(pattern: string, ignoreCase: boolean): Attempt<RegExp> {
  const bare = pattern.replace(/^\(\?i\)/, '');
  const flags = ignoreCase || bare !== pattern ? 'i' : '';
  try {
    return { ok: true, value: new RegExp(bare, `${flags}u`) };
  } catch {
    try {
      return { ok: true, value: new RegExp(bare, flags) };
    } catch (error) {
      return { ok: false, why: `The pattern is no regular expression: ${(error as Error).message}.` };
    }
  }
}

/** Bytes that every match holds, where that is plain to see: a file that lacks them need not be decoded. */
function needleOf(pattern: string, ignoreCase: boolean): Buffer | null {
  return !ignoreCase && /^[\w "'#%&,/:;<=>@`~-]+$/.test(pattern) ? Buffer.from(pattern) : null;
}

function* filesBelow(folder: string, root: string, how: How): Generator<string, void, undefined> {
  const fits = filter(how.glob);
  const skip = folder === '/' ? 1 : folder.length + 1;
  for (const met of walk(folder, root, { depth: Number.POSITIVE_INFINITY, ignored: how.ignored })) {
    if (met.kind === 'file' && fits(met.place.slice(skip))) yield met.place;
  }
}

const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** `see` is given line after line and says whether to go on. */
function searchFile(
  place: string,
  needle: Buffer | null,
  see: (line: string, number: number) => boolean,
): void {
  const { descriptor } = openCalmly(place, flags);
  try {
    let number = 1;
    for (const { bytes, only } of pieces(descriptor)) {
      if (only && needle !== null && !bytes.includes(needle)) return;
      const text = bytes.toString('utf8');
      for (let from = 0; from < text.length; ) {
        const newline = text.indexOf('\n', from);
        const end = newline === -1 ? text.length : newline;
        if (!see(text.slice(from, text.charAt(end - 1) === '\r' ? end - 1 : end), number)) return;
        if (newline !== -1) number++;
        from = end + 1;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
