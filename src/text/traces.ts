import { encodings, type Spelled } from './encodings.ts';
import { type Letters, lettersOf } from './letters.ts';
import type { Span } from './secrets.ts';
import { tellingBits } from './telling.ts';

/** A run of letters and digits that gives a secret away. */
type Needle = { codes: Uint8Array; start: number; end: number };

const shortest = 12;
/** Less could be guessed, or stand in an innocent text by chance: a run that is made of words is longer for it. */
const leastBits = 30;

/**
 * Where a text holds something of a secret: any stretch of 12 letters and digits or more that nobody would write by chance,
 * in any of its `encodings`, whatever stands between the letters. Upper and lower case are the same. Takes time that grows
 * with the length of the text and no faster. It is a net against accidents: who knows a secret can hide it from any search.
 */
export function findTraces(secrets: readonly string[]): (text: string) => Span[] {
  let search: ((letters: Letters) => Span[]) | null = null;
  return (text) => {
    search ??= searchFor(secrets.flatMap(needlesOf));
    const read = /[%\\&<]/.test(text) ? search(lettersOf(text, true)) : [];
    return [...search(lettersOf(text, false)), ...read];
  };
}

function needlesOf(secret: string): Needle[] {
  const ascii = secret.replace(/[^\x20-\x7e]/g, '');
  const bits = tellingBits(ascii);
  return encodings(ascii).flatMap((spelled) => runsOf(spelled, bits));
}

/** From each letter on, the shortest run that is telling. */
function runsOf({ bytes, from }: Spelled, bits: Float64Array): Needle[] {
  const kept = lettersOf(Buffer.from(bytes).toString('latin1'), false);
  const codes = kept.codes.slice(0, kept.length);
  const until = (letter: number): number => bits[from[kept.starts[letter] ?? 0] ?? 0] ?? 0;
  const runs: Needle[] = [];
  let end = shortest;
  for (let start = 0; start + shortest <= codes.length; start++) {
    end = Math.max(end, start + shortest);
    while (end <= codes.length && Math.abs(until(end - 1) - until(start)) < leastBits) end++;
    if (end > codes.length) break;
    runs.push({ codes, start, end });
  }
  return runs;
}

const hashBits = 22;
const factor = 0x01_00_01_93;
const factorOut = Array.from({ length: shortest }).reduce<number>((power) => Math.imul(power, factor), 1);

/** Twelve letters are looked up by a rolling hash; few that are innocent get further than a table of bits. */
function searchFor(needles: readonly Needle[]): (letters: Letters) => Span[] {
  const table = new Uint32Array(2 ** (hashBits - 5));
  const known = new Map<number, Needle[]>();
  for (const needle of needles) {
    const hash = hashOf(needle.codes, needle.start);
    known.set(hash, [...(known.get(hash) ?? []), needle]);
    table[hash >>> 5] = (table[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }
  return ({ codes, starts, ends, length }) => {
    const found: Span[] = [];
    let rolling = 0;
    for (let place = 0; place < length; place++) {
      rolling = Math.imul(rolling, factor) + (codes[place] ?? 0);
      const start = place - shortest + 1;
      if (start > 0) rolling -= Math.imul(codes[start - 1] ?? 0, factorOut);
      if (start < 0) continue;
      const hash = rolling >>> (32 - hashBits);
      if (((table[hash >>> 5] ?? 0) & (1 << (hash & 31))) === 0) continue;
      for (const needle of known.get(hash) ?? []) {
        const last = start + needle.end - needle.start - 1;
        if (last < length && isAt(needle, codes, start))
          found.push({ start: starts[start] ?? 0, end: ends[last] ?? 0 });
      }
    }
    return found;
  };
}

function hashOf(codes: Uint8Array, start: number): number {
  let hash = 0;
  for (let place = start; place < start + shortest; place++)
    hash = Math.imul(hash, factor) + (codes[place] ?? 0);
  return hash >>> (32 - hashBits);
}

function isAt({ codes: wanted, start, end }: Needle, codes: Uint8Array, at: number): boolean {
  for (let place = start; place < end; place++) if (wanted[place] !== codes[at + place - start]) return false;
  return true;
}
