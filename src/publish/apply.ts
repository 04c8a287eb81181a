import type { Blobs } from '../core/change.ts';
import type { Effect, ForgeWrites, Receipt } from '../core/forge.ts';

export type Press = { forge: ForgeWrites; blobs: Blobs };

/** Makes an effect true. The forge is the truth: it is looked at first, so a run without its log repeats nothing. */
export async function apply(
  effect: Effect,
  at: Press,
): Promise<{ receipt: Receipt; acted: boolean; found: boolean }> {
  const found = await at.forge.look(effect, at.blobs);
  if (found?.same) return { receipt: { id: found.id, url: found.url }, acted: false, found: true };
  return { receipt: await at.forge.apply(effect, at.blobs), acted: true, found: found !== null };
}
