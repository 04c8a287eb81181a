import { hasCrlf } from './whole.ts';

export type Place = { start: number; end: number };

/** Where a text stands in bytes, from left to right; an empty one nowhere. */
export function placesOf(old: string, bytes: string): Place[] {
  const places: Place[] = [];
  if (old === '') return places;
  for (let at = bytes.indexOf(old); at !== -1; at = bytes.indexOf(old, at + old.length))
    places.push({ start: at, end: at + old.length });
  return places;
}

/** Bytes with other ones in some places, which are sorted and do not overlap. */
export function joined(bytes: string, spans: readonly (Place & { new: string })[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(bytes.slice(from, span.start), span.new);
    from = span.end;
  }
  return parts.join('') + bytes.slice(from);
}

/** In a file with CRLF line ends throughout, LF in an edit stands for CRLF. */
export const endingOf = (bytes: string): ((text: string) => string) =>
  hasCrlf(bytes) ? (text) => text.replace(/\r?\n/g, '\r\n') : (text) => text;
