/** Whether a test runs: `sometimes` depends on a condition, `never` is skipped, a reminder, or expected to fail. */
export type Runs = 'always' | 'sometimes' | 'never';

/** A test or a group of tests as its language declares it, before it is known what stands around it. */
export type Block = {
  is: 'case' | 'suite';
  title: string;
  /** From its first mark (decorator, annotation) on. */
  start: number;
  /** Where its title ends and what it does begins. */
  inside: number;
  end: number;
  runs: Runs;
  /** Whether it is marked as the only one that shall run. */
  only: boolean;
  /** How often it runs with other data. */
  rows: number;
};

/** A statement that ends the test around it without a verdict. */
export type Stop = { at: number; runs: Runs };

export type Blocks = { blocks: readonly Block[]; stops: readonly Stop[] };

const rank: Readonly<Record<Runs, number>> = { always: 2, sometimes: 1, never: 0 };

export const runsLess = (one: Runs, other: Runs): boolean => rank[one] < rank[other];
const least = (one: Runs, other: Runs): Runs => (runsLess(one, other) ? one : other);

/** The tests in their order, each with what the groups around it and the statements in it say. */
export function resolve({ blocks, stops }: Blocks): readonly Block[] {
  const sorted = [...blocks].sort((one, other) => one.start - other.start || other.end - one.end);
  const resolved = inherit(sorted, stops);
  const chosen = resolved.some(({ only }) => only);
  return resolved
    .filter(({ is }) => is === 'case')
    .map((block) => (chosen && !block.only ? { ...block, runs: 'never' } : block));
}

function inherit(sorted: readonly Block[], stops: readonly Stop[]): Block[] {
  const stopped = new Map<Block | null, Runs>();
  const places = [...stops].sort((one, other) => one.at - other.at);
  owners(sorted, places).forEach((block, index) => {
    stopped.set(block, least(stopped.get(block) ?? 'always', places[index]?.runs ?? 'always'));
  });
  const around: Block[] = [];
  return sorted.map((block) => {
    while (around.length > 0 && (around.at(-1)?.end ?? 0) < block.start) around.pop();
    const outer = around.at(-1);
    const own = least(block.runs, stopped.get(block) ?? 'always');
    const runs = least(own, outer?.runs ?? stopped.get(null) ?? 'always');
    const known = { ...block, runs, only: block.only || (outer?.only ?? false) };
    around.push(known);
    return known;
  });
}

/** For each place the innermost span around it, or null; both are sorted by where they begin. */
export function owners<T extends { start: number; end: number }>(
  spans: readonly T[],
  places: readonly { at: number }[],
): (T | null)[] {
  const around: T[] = [];
  let next = 0;
  return places.map(({ at }) => {
    for (let span = spans[next]; span && span.start <= at; span = spans[++next]) {
      while (around.length > 0 && (around.at(-1)?.end ?? 0) < span.start) around.pop();
      around.push(span);
    }
    while (around.length > 0 && (around.at(-1)?.end ?? 0) < at) around.pop();
    return around.at(-1) ?? null;
  });
}
