import { excerptOf } from './excerpt.ts';
import { endingOf, joined, placesOf } from './places.ts';
import { type Edit, pointless, type Refused, type Replaced } from './replacing.ts';
import { inBytes } from './whole.ts';

/**
 * Makes edits one after the other, each on what those before it left, at the first place where its old text stands unless `all`.
 * Those whose old text is not there are passed over.
 */
export function replaceInOrder(
  bytes: string,
  edits: readonly Edit[],
  path: string,
): { ok: true; value: Replaced } | Refused {
  const ending = endingOf(bytes);
  let result = bytes;
  let replaced = 0;
  for (const edit of edits) {
    const places = placesOf(inBytes(ending(edit.old)), result);
    const wanted = edit.all ? places : places.slice(0, 1);
    const replacement = inBytes(ending(edit.new));
    result = joined(
      result,
      wanted.map((place) => ({ ...place, new: replacement })),
    );
    replaced += wanted.length;
  }
  if (result !== bytes)
    return { ok: true, value: { bytes: result, replaced, excerpt: excerptOf(bytes, result) } };
  if (replaced > 0) return pointless;
  const why = `Nothing was found to replace in ${path}. Read the file again and copy the text exactly.`;
  return { ok: false, why, fields: { fault: 'absent' } };
}
