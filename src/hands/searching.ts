import { closeSync, constants, statSync } from 'node:fs';
import type { Attempt, Where } from '../core/sandbox.ts';
import { filter } from './patterns.ts';
import { pieces } from './pieces.ts';
import { absolute, oddity, openCalmly, shown } from './places.ts';
import { walk } from './walk.ts';

/** Is given line after line of a file and says whether to go on with it. */
export type See = (line: string, number: number) => boolean;

/**
 * Goes through the files that are to be searched, as the walk meets them. `look` answers for each what is to see its lines,
 * or null where enough was found.
 */
export function search(
  root: string,
  pattern: string,
  how: Where,
  look: (expression: RegExp, path: string) => See | null,
): Attempt<null> {
  const expression = expressionOf(pattern, how.ignoreCase);
  if (!expression.ok) return expression;
  const start = absolute(root, how.path);
  const stats = statSync(start);
  if (!stats.isFile() && !stats.isDirectory())
    return { ok: false, why: `${how.path} is ${oddity(stats)}, not a file.` };

  const needle = needleOf(pattern, how.ignoreCase);
  for (const place of stats.isFile() ? [start] : filesBelow(start, root, how)) {
    const see = look(expression.value, shown(root, place));
    if (see === null) break;
    try {
      searchFile(place, needle, see);
    } catch (error) {
      if (place === start) throw error; // what may not be read on the way is passed over
    }
  }
  return { ok: true, value: null };
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

function* filesBelow(folder: string, root: string, how: Where): Generator<string, void, undefined> {
  const fits = filter(how.glob);
  const skip = folder === '/' ? 1 : folder.length + 1;
  for (const met of walk(folder, root, { depth: Number.POSITIVE_INFINITY, ignored: how.ignored })) {
    if (met.kind === 'file' && fits(met.place.slice(skip))) yield met.place;
  }
}

const flags = constants.O_RDONLY | constants.O_NONBLOCK;

function searchFile(place: string, needle: Buffer | null, see: See): void {
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
