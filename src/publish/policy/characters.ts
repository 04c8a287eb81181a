import type { Rule, Sides } from './rule.ts';
import { shownPath } from './shown-path.ts';
import { linesOf } from './sides.ts';

/**
 * Text that reads otherwise than it runs: characters that nobody sees, or that turn the direction of what follows
 * (CVE-2021-42574), and lines that are too long and dense to be read. Only what the change adds.
 */
export const characters: Rule = {
  name: 'characters',
  file(file) {
    const shown = shownPath(file.path);
    const found = hiddenIn(file);
    if (found) {
      return {
        why: `The change adds the character ${found}, which nobody sees, to ${shown}.`,
        advice:
          'Ask for it to be written as an escape, or to be left out; the whole change is kept as a patch.',
      };
    }
    const long = file.added.find(looksMinified);
    if (long === undefined) return null;
    return {
      why: `The change adds a line of ${long.length} characters to ${shown} that nobody can read.`,
      advice: 'Build such files elsewhere, or ask for shorter lines; the whole change is kept as a patch.',
    };
  },
};

/** The first such character, e.g. `U+202E`, in a word that the base's file does not have. */
function hiddenIn({ added, before, now }: Sides): string | null {
  if (!added.some((line) => unseen.test(line))) return null;
  const known = new Set(linesOf(before?.bytes ?? null).flatMap(wordsWith));
  const [first] = linesOf(now?.bytes ?? null);
  for (const line of added) {
    // A mark of the byte order is none anywhere but at the very beginning, of a new file or of one that had it.
    const marked = line === first && line.startsWith(byteOrder) && (!before || known.has(byteOrder));
    const word = wordsWith(marked ? line.slice(1) : line).find((some) => !known.has(some));
    if (word) return `U+${codeOf(unseen.exec(calm(word))?.[0] ?? '')}`;
  }
  return null;
}

const byteOrder = '\ufeff';
const codeOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Form feeds part pages in old sources, and a line's own end is no matter here. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029\u2800]|(?![\t\r\n\f])\p{Cc}/u;

/** Pictures are made of several characters with selectors and joiners between them. */
const pictures = /\p{RGI_Emoji}|\p{Extended_Pictographic}[\ufe0e\ufe0f]/gv;
/** Scripts that are spelled with joiners: Unicode Standard Annex 31, section 2.3. */
// cspell:ignore Sinhala
const scripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const letters = `[[${scripts
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]&&[\\p{L}\\p{M}]]`;
const joiners = new RegExp(`(?<=${letters})[\\u200c\\u200d](?=${letters})`, 'gv');

const calm = (word: string): string => word.replace(pictures, '').replace(joiners, '');

/** The words of a line that have one. The mark at the beginning of a file is a word of its own. */
function wordsWith(line: string): string[] {
  if (!unseen.test(line)) return [];
  const mark = line.startsWith(byteOrder) ? [byteOrder] : [];
  const words = line.slice(mark.length).split(/[ \t]+/);
  return [...mark, ...words.filter((word) => unseen.test(word) && unseen.test(calm(word)))];
}

const longestLine = 2000;

/** A sentence has a space after every few letters; what a program packed has none. */
function looksMinified(line: string): boolean {
  if (line.length <= longestLine) return false;
  const spaces = line.length - line.replaceAll(/[ \t]/g, '').length;
  return spaces * 20 < line.length;
}
