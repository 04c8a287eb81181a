import { asText } from './whole.ts';

/** Where a run of lines was found. Else how far it came at best: `matched` lines of it, the first being line `at`. */
export type Sought = { found: true; at: number } | { found: false; at: number; matched: number };

/** Ever more forgiving readings of a line; the first under which the lines are found counts, as in codex-rs/apply-patch. */
const readings: readonly ((bytes: string) => string)[] = [
  (bytes) => bytes,
  (bytes) => asText(bytes).trimEnd(),
  (bytes) => asText(bytes).trim(),
  (bytes) => plain(asText(bytes).trim()),
];

/** Typographic dashes, quotes and spaces as a keyboard has them. */
function plain(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ');
}

/** Looks for runs of lines in some lines, both as bytes (see `whole.ts`). Answers indices from 0. */
export function seeker(lines: readonly string[]) {
  const read: string[][] = [];

  return { seek };

  /** From `start` on; with `atEnd` the very last lines first. */
  function seek(wanted: readonly string[], start: number, atEnd: boolean): Sought {
    let best: Sought = { found: false, at: start, matched: 0 };
    for (const [index, reading] of readings.entries()) {
      read[index] ??= lines.map(reading);
      const keys = wanted.map(reading);
      for (const from of atEnd ? [Math.max(start, lines.length - wanted.length), start] : [start]) {
        const sought = search(read[index], keys, from);
        if (sought.found) return sought;
        if (sought.matched > best.matched) best = sought;
      }
    }
    return best;
  }
}

/** Knuth, Morris and Pratt: linear also where one line is repeated many times. */
function search(lines: readonly string[], wanted: readonly string[], from: number): Sought {
  const retreat = retreats(wanted);
  let best = { found: false as const, at: from, matched: 0 };
  let matched = 0;
  for (let at = from; at < lines.length; at++) {
    while (matched > 0 && lines[at] !== wanted[matched]) matched = retreat[matched - 1] ?? 0;
    if (lines[at] === wanted[matched]) matched++;
    if (matched === wanted.length) return { found: true, at: at - matched + 1 };
    if (matched > best.matched) best = { found: false, at: at - matched + 1, matched };
  }
  return best;
}

/** For each beginning of the run, the length of its longest own end that begins it as well. */
function retreats(wanted: readonly string[]): number[] {
  const retreat = [0];
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = retreat[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length++;
    retreat.push(length);
  }
  return retreat;
}
