import type { Item } from '../../core/model.ts';

export type CallItem = Extract<Item, { kind: 'call' | 'garbled' }>;

export const isCall = (item: Item): item is CallItem => item.kind === 'call' || item.kind === 'garbled';

/** Ids that the server forgot, or gave twice, are made up, unlike those of other turns. */
export function nameCalls(items: readonly Item[], turn: number): Item[] {
  const ids = new Set<string>();
  let calls = 0;
  return items.map((item) => {
    if (!isCall(item)) return item;
    const made = `call_${turn}_${calls++}`;
    const id = item.id === '' || ids.has(item.id) ? made : item.id;
    ids.add(id);
    return { ...item, id };
  });
}
