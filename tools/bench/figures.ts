/** The middle of some figures, the range that they lie in, and the range of the middle half of them. */
export type Spread = { median: number; least: number; most: number; lower: number; upper: number };

export function spread(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  /** Between two figures where the place lies between them. */
  const quantile = (part: number): number => {
    const place = part * (sorted.length - 1);
    const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))];
    return low + (high - low) * (place - Math.floor(place));
  };
  return {
    median: quantile(0.5),
    least: at(0),
    most: at(sorted.length - 1),
    lower: quantile(0.25),
    upper: quantile(0.75),
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
