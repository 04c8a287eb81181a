/** A place in a text, its end not counted. */
export type Span = { start: number; end: number };

/**
 * The door to disk and to the next prompt: exact live secrets, in the spellings that tools print them in. The sandbox
 * holds none of them, so this is a net for our own mistakes and no wall against an agent that encodes.
 */
export type LiveSecrets = {
  /** What is a secret: whole values, and the long lines of those that have several. */
  values: readonly string[];
  /** The text with `***` for every spelling. What comes out holds none of them. */
  hide(text: string): string;
  /** Where they stand, each spelling for itself. */
  find(text: string): Span[];
  /** Whether some bytes hold one: such bytes are kept nowhere, because a changed file would be a wrong file. */
  in(bytes: Uint8Array): boolean;
};

/** What is shorter is a word that stands in innocent text too. */
const shortest = 6;
const mask = '***';

export function liveSecrets(values: readonly string[]): LiveSecrets {
  const secrets = values.flatMap(parts).filter((value) => value.length >= shortest);
  const spellings = [...new Set(secrets.flatMap(spell))].sort((a, b) => b.length - a.length);
  const needles = spellings.map((spelling) => Buffer.from(spelling));
  return {
    values: secrets,
    hide(text) {
      let hidden = text;
      // A mask beside what was there may spell a secret anew. Each turn shortens the text, so this ends.
      for (let found = true; found; ) {
        const before = hidden;
        for (const spelling of spellings) hidden = hidden.replaceAll(spelling, mask);
        found = hidden !== before;
      }
      return hidden;
    },
    find: (text) => spellings.flatMap((spelling) => placesOf(spelling, text)),
    in(bytes) {
      const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return needles.some((needle) => haystack.includes(needle));
    },
  };
}

function placesOf(spelling: string, text: string): Span[] {
  const places: Span[] = [];
  for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + 1))
    places.push({ start, end: start + spelling.length });
  return places;
}

/** A copy with every string hidden, names included. Done before serialising: the shape holds, memory and disk agree. */
export function hideLeaves<T>(value: T, hide: (text: string) => string): T {
  if (typeof value === 'string') return hide(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => hideLeaves(item, hide)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [hide(name), hideLeaves(item, hide)]),
  ) as T;
}

/** The whole value, and the long lines of one that has several: a key is often printed line by line, indented. */
function parts(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const telling =
    lines.length > 1 ? lines.filter((line) => line.length >= 16 && !line.startsWith('-----')) : [];
  return [value.trim(), ...telling];
}

function spell(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(secret);
  const base64 = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  return [
    secret,
    [...secret].reverse().join(''),
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.replaceAll('%20', '+'),
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** The characters of a longer Base64 text that this part of it alone decides, when it begins at `offset` modulo 3. */
function base64Inside(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const bits = (offset + bytes.length) * 8;
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
}
