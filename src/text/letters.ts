// cspell:ignore nrtbf
/** The letters and digits of a text, in lower case, one byte each, and where in the text each begins and ends. */
export type Letters = { codes: Uint8Array; starts: Uint32Array; ends: Uint32Array; length: number };

/** The code of a letter or digit in lower case; 0 for what is neither. */
const lower = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0;
});

/**
 * What is written otherwise than it is meant: in a URL, in JSON or source code, in HTML; and tags, which nobody sees. Every
 * count in it has a limit, so that no text makes it slow.
 */
const written =
  /%([0-9a-f]{2})|\\{1,8}(?:u([0-9a-f]{4})|x([0-9a-f]{2})|[nrtbf])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&[a-z]{2,8};|<\/?[a-z][^<>]{0,200}>/gi;

/** `read`: escapes count as what they mean. */
export function lettersOf(text: string, read: boolean): Letters {
  const letters: Letters = {
    codes: new Uint8Array(text.length),
    starts: new Uint32Array(text.length),
    ends: new Uint32Array(text.length),
    length: 0,
  };
  let from = 0;
  if (read) {
    for (const { index, 0: found, 1: percent, 2: unit, 3: byte, 4: hex, 5: decimal } of text.matchAll(
      written,
    )) {
      copy(text, from, index, letters);
      from = index + found.length;
      const code = decimal ? Number(decimal) : Number.parseInt(percent ?? unit ?? byte ?? hex ?? '', 16);
      add(code, index, from, letters);
    }
  }
  copy(text, from, text.length, letters);
  return letters;
}

function copy(text: string, from: number, to: number, letters: Letters): void {
  for (let place = from; place < to; place++) add(text.charCodeAt(place), place, place + 1, letters);
}

function add(code: number, start: number, end: number, letters: Letters): void {
  const letter = lower[code] ?? 0;
  if (letter === 0) return;
  letters.codes[letters.length] = letter;
  letters.starts[letters.length] = start;
  letters.ends[letters.length++] = end;
}
