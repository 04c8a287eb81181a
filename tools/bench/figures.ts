/** The middle of some figures and the range that they lie in. */
export type Spread = { median: number; least: number; most: number };

export function spread(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** Ratios pair by pair, so that what disturbs the machine for a while disturbs both sides of a ratio. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): Spread =>
  spread(ours.map((figure, at) => figure / (theirs[at] ?? Number.NaN)));

/** How much of the first request, from its start, is the same in the other one. */
export function samePrefix(one: Uint8Array, other: Uint8Array): number {
  const length = one.findIndex((byte, at) => byte !== other[at]);
  return length === -1 ? 1 : length / one.length;
}
