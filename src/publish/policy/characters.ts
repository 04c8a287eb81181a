import { isUtf8 } from 'node:buffer';
import type { Rule, Sides } from './rule.ts';
import { shownPath } from './shown-path.ts';
import { isText, linesOf } from './sides.ts';

/**
 * Text that reads otherwise than it runs: characters that nobody sees, or that turn the direction of what follows
 * (CVE-2021-42574), and lines that are too long and dense to be read. Only what the change adds.
 */
export const characters: Rule = {
  name: 'characters',
  file(file) {
    const shown = shownPath(file.path);
    const found = hiddenIn(file) ?? nulIn(file);
    if (found) {
      return {
        why: `The change adds the character ${found}, which nobody sees, to ${shown}.`,
        advice:
          'Ask for it to be written as an escape, or to be left out; the whole change is kept as a patch.',
      };
    }
    const long = file.added.find((line) => looksMinified(line) || hidesFarOff(line));
    if (long === undefined) return null;
    return {
      why: `The change adds a line of ${long.length} characters to ${shown} that nobody can read.`,
      advice: 'Build such files elsewhere, or ask for shorter lines; the whole change is kept as a patch.',
    };
  },
};

/** The first such character, e.g. `U+202E`, that does not stand in the same letters in the base's file. */
function hiddenIn({ added, before, now }: Sides): string | null {
  if (!added.some((line) => unseen.test(line))) return null;
  const old = linesOf(before?.bytes ?? null);
  const known = new Set(old.flatMap((line) => hiddenAt(line).map(({ letters }) => letters)));
  // A mark of the byte order is none anywhere but at the very beginning, of a new file or of one that had it.
  const [first] = linesOf(now?.bytes ?? null);
  const mayBeMarked = !before || old[0]?.startsWith(byteOrder);
  for (const line of added) {
    const isMarked = mayBeMarked && line === first && line.startsWith(byteOrder);
    const found = hiddenAt(isMarked ? line.slice(1) : line).find(({ letters }) => !known.has(letters));
    if (found) return `U+${found.code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return null;
}

/** Text with a NUL in it, which the base's is not: programs run it, and whoever looks for text leaves it out. */
const nulIn = ({ before, now }: Sides): string | null =>
  now && !isText(now.bytes) && mostlyText(now.bytes) && (!before?.bytes || isText(before.bytes))
    ? 'U+0000'
    : null;

/** What is UTF-8, and has three other bytes or more for each control character. */
function mostlyText(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  let controls = 0;
  for (const byte of bytes) if (byte < 32 && (byte < 9 || byte > 13)) controls++;
  return controls * 4 <= bytes.length;
}

const byteOrder = '\ufeff';

/** Form feeds part pages in old sources, and a line's own end is no matter here. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029\u2800]|(?![\t\r\n\f])\p{Cc}/u;
const unseenAll = new RegExp(unseen, 'gu');

/** How many characters of the word around it tell one from another. */
const around = 12;

function hiddenAt(line: string): { letters: string; code: number }[] {
  if (!unseen.test(line)) return [];
  return [...line.matchAll(unseenAll)].flatMap(({ 0: character, index }) => {
    const left = line.slice(Math.max(0, index - around), index);
    const right = line.slice(index + character.length, index + character.length + around);
    if (isSpelling(left, character, right)) return [];
    const letters = left.replace(/^.*[ \t]/, '') + character + right.replace(/[ \t].*$/, '');
    return [{ letters, code: character.codePointAt(0) ?? 0 }];
  });
}

/** Scripts that are spelled with joiners: Unicode Standard Annex 31, section 2.3. */
// cspell:ignore Sinhala
const scripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const letter = `[[${scripts
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]&&[\\p{L}\\p{M}]]`;
const [letterBefore, letterAfter] = [new RegExp(`${letter}$`, 'v'), new RegExp(`^${letter}`, 'v')];
const pictureBefore = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?$/u;
const pictureAfter = /^\p{Extended_Pictographic}/u;

/** Whether it is what a picture or a word of some script is made of. */
function isSpelling(left: string, character: string, right: string): boolean {
  if (character === '\ufe0e' || character === '\ufe0f')
    return /\p{Extended_Pictographic}$/u.test(left) || (/[#*\d]$/.test(left) && right.startsWith('\u20e3'));
  if (character === '\u200d' && pictureBefore.test(left) && pictureAfter.test(right)) return true;
  if (character === '\u200c' || character === '\u200d')
    return letterBefore.test(left) && letterAfter.test(right);
  // The flags of regions are spelled with tags.
  const flag = /\u{1f3f4}[\u{e0020}-\u{e007f}]*$/u.exec(left)?.[0] ?? '';
  const whole = flag && /^[\u{e0020}-\u{e007f}]*/u.exec(character + right)?.[0];
  return Boolean(whole) && /^\p{RGI_Emoji}$/v.test(flag + whole);
}

const longestLine = 2000;

/** So many blanks in a row push what follows out of every window. */
const farOff = ' '.repeat(300);
const hidesFarOff = (line: string): boolean => line.trimEnd().replaceAll('\t', ' ').includes(farOff);

/** A sentence has a space after every few letters; what a program packed has none. */
function looksMinified(line: string): boolean {
  if (line.length <= longestLine) return false;
  const spaces = line.length - line.replaceAll(/[ \t]/g, '').length;
  return spaces * 20 < line.length;
}
