/** Lines that stand in more places than this tell nothing about where one came from. */
const mostPlaces = 12;

type Match = { before: number; after: number; share: number };

/**
 * Finds what is the same thing under another name: pairs of which at least half of the longer one's lines are shared,
 * the most similar first, each used once. `allowed` can rule a pair out. Time grows with the number of lines.
 */
export function matchByLines(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
  allowed: (before: number, after: number) => boolean = () => true,
): ReadonlyMap<number, number> {
  const places = placesOf(after);
  const matches = before.flatMap((lines, index) => candidates(lines, index, after, places));
  matches.sort(
    (one, other) => other.share - one.share || one.before - other.before || one.after - other.after,
  );
  const found = new Map<number, number>();
  const taken = new Set<number>();
  for (const match of matches) {
    if (found.has(match.before) || taken.has(match.after) || !allowed(match.before, match.after)) continue;
    found.set(match.before, match.after);
    taken.add(match.after);
  }
  return found;
}

function placesOf(after: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  after.forEach((lines, index) => {
    for (const line of lines) {
      const known = places.get(line);
      if (!known) places.set(line, [index]);
      else if (known.length <= mostPlaces) known.push(index);
    }
  });
  return places;
}

function candidates(
  lines: readonly string[],
  before: number,
  after: readonly (readonly string[])[],
  places: ReadonlyMap<string, readonly number[]>,
): Match[] {
  const shared = new Map<number, number>();
  for (const line of lines) {
    const where = places.get(line) ?? [];
    if (where.length > mostPlaces) continue;
    for (const place of new Set(where)) shared.set(place, (shared.get(place) ?? 0) + 1);
  }
  return [...shared].flatMap(([place, count]) => {
    const share = count / Math.max(lines.length, after[place]?.length ?? 0);
    return share >= 0.5 ? [{ before, after: place, share }] : [];
  });
}
