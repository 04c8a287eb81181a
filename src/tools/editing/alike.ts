import { asText, inBytes } from './whole.ts';

/**
 * Where a text is found in bytes when blanks at the ends of lines do not count and typographic quotes, dashes and spaces
 * are as good as those of a keyboard. Nothing in bytes that are no UTF-8. The spans are of the bytes as they are.
 */
export function findAlike(bytes: string, sought: string): { start: number; end: number }[] {
  const text = asText(bytes);
  if (inBytes(text) !== bytes) return [];
  const { plain, places } = plainly(text);
  const wanted = plainly(sought).plain;
  if (wanted.trim() === '') return [];
  const found: { start: number; end: number }[] = [];
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
    const [start = 0, last = 0] = [places[at], places[at + wanted.length - 1]];
    found.push({ start: bytesBefore(text, start), end: bytesBefore(text, last + 1) });
  }
  return found;
}

const bytesBefore = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index));

/** A text as a keyboard would have it, and for each of its characters where it came from. */
function plainly(text: string): { plain: string; places: number[] } {
  const parts: string[] = [];
  const places: number[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const kept = line.trimEnd();
    for (let at = 0; at < kept.length; at++) places.push(from + at);
    parts.push(keyboard(kept));
    from += line.length + 1;
    places.push(from - 1);
  }
  return { plain: parts.join('\n'), places };
}

/** One character for one. The classes are those of pi's edit tool: badlogic/pi-mono, `edit-diff.ts`. */
function keyboard(text: string): string {
  return text
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ');
}
