import { findAlike } from './alike.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { nearMiss } from './near-miss.ts';
import { endingOf, joined, type Place, placesOf } from './places.ts';
import { asText, inBytes } from './whole.ts';

export type Edit = { old: string; new: string; all: boolean };
type Span = Place & { new: string; edit: number };
/**
 * Why nothing was made: in words, and for who has words of their own, as a kind with its fields. `edit` is which one is at fault,
 * counted from 1, `other` the one that it overlaps.
 */
export type Refused = {
  ok: false;
  why: string;
  fields: {
    fault: 'absent' | 'ambiguous' | 'same' | 'empty' | 'overlap';
    edit?: number;
    other?: number;
    count?: number;
    on?: string;
  };
};
/** `first` and `last`: the lines that the first new text is on afterwards. */
export type Replaced = {
  bytes: string;
  replaced: number;
  excerpt: Excerpt | null;
  first?: number;
  last?: number;
};

/**
 * Makes all edits or none. Each speaks of the content as it is: none sees what another one does. `fuzzy`: a text that is
 * not there as it was given is sought once more as `findAlike` does.
 */
export function replaceAll(
  bytes: string,
  edits: readonly Edit[],
  path: string,
  fuzzy: boolean,
): { ok: true; value: Replaced } | Refused {
  const ending = endingOf(bytes);
  const spans: Span[] = [];
  if (edits.every((edit) => edit.old === edit.new && edit.old !== '')) return pointless;
  for (const [index, edit] of edits.entries()) {
    const name = edits.length === 1 ? 'The old text' : `Edit ${index + 1}: its old text`;
    const old = inBytes(ending(edit.old));
    const exact = placesOf(old, bytes);
    const places = exact.length === 0 && fuzzy ? findAlike(bytes, edit.old) : exact;
    const objection = objectionTo(edit, places, bytes, path);
    if (objection !== null) {
      const fields = { ...objection.fields, edit: index + 1 };
      return { ok: false, why: `${name} ${objection.why}`, fields };
    }
    const replacement = inBytes(ending(edit.new));
    for (const place of places) spans.push({ ...place, new: replacement, edit: index + 1 });
  }
  spans.sort((one, other) => one.start - other.start);
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next === undefined || next.start >= span.end) continue;
    return {
      ok: false,
      why: `Edits ${span.edit} and ${next.edit} overlap in ${path}: make one edit of them.`,
      fields: { fault: 'overlap', edit: span.edit, other: next.edit },
    };
  }
  const value = apply(bytes, spans);
  return value.bytes === bytes ? pointless : { ok: true, value };
}

export const pointless: Refused = {
  ok: false,
  why: 'The new text is the same as the old one, so nothing would change.',
  fields: { fault: 'same' },
};

function objectionTo(
  edit: Edit,
  places: readonly Place[],
  bytes: string,
  path: string,
): Pick<Refused, 'why' | 'fields'> | null {
  if (edit.old === '')
    return {
      why: `is empty: say what to replace, or write the whole of ${path}.`,
      fields: { fault: 'empty' },
    };
  if (places.length === 0) {
    const why = `was not found in ${path}. ${nearMiss(asText(bytes), edit.old)}`;
    return { why, fields: { fault: 'absent' } };
  }
  if (places.length === 1 || edit.all) return null;
  const lines = places.slice(0, 5).map(({ start }) => lineAt(bytes, start));
  const where = `${lines.join(', ')}${places.length > 5 ? ', …' : ''}`;
  return {
    why: `was found ${places.length} times in ${path}, on lines ${where}: add lines around it until it fits once.`,
    fields: { fault: 'ambiguous', count: places.length, on: where },
  };
}

function lineAt(bytes: string, place: number): number {
  let line = 1;
  for (let at = bytes.indexOf('\n'); at !== -1 && at < place; at = bytes.indexOf('\n', at + 1)) line++;
  return line;
}

function apply(bytes: string, spans: readonly Span[]): Replaced {
  const result = joined(bytes, spans);
  const [{ start, new: text } = { start: 0, new: '' }] = spans;
  const first = lineAt(bytes, start);
  const last = first + text.split('\n').length - 1;
  return { bytes: result, replaced: spans.length, excerpt: excerptOf(bytes, result), first, last };
}
