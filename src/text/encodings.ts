/** A text in some spelling. `from` tells, for each of its bytes, which of the original's it stands for. */
export type Spelled = { bytes: Uint8Array; from: Int32Array };

/**
 * The spellings that a secret is looked for in, besides its own: reversed, rot13, hex, decimal, Base32, and Base64 in the three
 * places where it can begin, once and twice. `secret` is ASCII, a character per byte.
 */
export function encodings(secret: string): Spelled[] {
  const bytes = Buffer.from(secret, 'latin1');
  const plain = { bytes, from: Int32Array.from(bytes, (_, place) => place) };
  const once = places.map((place) => base64(plain, place));
  return [
    plain,
    { bytes: bytes.toReversed(), from: plain.from.toReversed() },
    { bytes: Buffer.from(rot13(secret), 'latin1'), from: plain.from },
    each(bytes, (byte) => byte.toString(16).padStart(2, '0')),
    each(bytes, String),
    base32(plain),
    ...once,
    ...once.flatMap((inner) => places.map((place) => base64(inner, place))),
  ];
}

const places = [0, 1, 2] as const;

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
  });

function each(bytes: Uint8Array, spell: (byte: number) => string): Spelled {
  const pieces = [...bytes].map(spell);
  const from = pieces.flatMap((piece, place) => new Array<number>(piece.length).fill(place));
  return { bytes: Buffer.from(pieces.join('')), from: Int32Array.from(from) };
}

/** The characters of a longer Base64 text that this part of it alone decides, when it begins at `offset` modulo 3. */
function base64({ bytes, from }: Spelled, offset: 0 | 1 | 2): Spelled {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const origin = (place: number): number => from[Math.max(0, Math.floor((place * 6) / 8) - offset)] ?? 0;
  return {
    bytes: Buffer.from(text.slice(first, end)),
    from: Int32Array.from({ length: Math.max(0, end - first) }, (_, place) => origin(first + place)),
  };
}

/** RFC 4648, section 6. */
function base32({ bytes, from }: Spelled): Spelled {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const length = Math.floor(bits.length / 5);
  const digit = (place: number): number => Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2);
  const letter = (value: number): number => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charCodeAt(value);
  return {
    bytes: Uint8Array.from({ length }, (_, place) => letter(digit(place))),
    from: Int32Array.from({ length }, (_, place) => from[Math.floor((place * 5) / 8)] ?? 0),
  };
}
