import type { Side } from '../source/side.ts';
import type { FilePair } from './pairs.ts';

/** Something found in a line of a file: the line itself, and how much it weighs beside others of its kind. */
export type Trace = { line: string; weight: number };

export type Gain = { path: string; count: number; lines: readonly string[] };

/**
 * Which files have more of something than before. A line that went from one file to another is neither gained nor lost,
 * and in a file one that is gone makes up for one that is new.
 */
export function gains(files: readonly FilePair[], trace: (side: Side) => readonly Trace[]): Gain[] {
  const changes = files.map(({ path, before, after }) => {
    const [was, is] = [before ? trace(before) : [], after ? trace(after) : []];
    return { path, lost: without(was, is), gained: without(is, was) };
  });
  const gone = counts(changes.flatMap(({ lost }) => lost));
  const fresh = counts(changes.flatMap(({ gained }) => gained));
  return changes.flatMap(({ path, lost, gained }) => {
    const [less, more] = [lost.filter((one) => !take(fresh, one)), gained.filter((one) => !take(gone, one))];
    if (sum(more) <= sum(less)) return [];
    const count = Math.max(1, more.length - less.length);
    return [{ path, count, lines: more.map(({ line }) => line) }];
  });
}

const sum = (traces: readonly Trace[]): number => traces.reduce((total, { weight }) => total + weight, 0);

function without(some: readonly Trace[], others: readonly Trace[]): Trace[] {
  const known = counts(others);
  return some.filter((one) => !take(known, one));
}

const keyOf = ({ line, weight }: Trace): string => `${weight} ${line}`;

function counts(traces: readonly Trace[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const one of traces) found.set(keyOf(one), (found.get(keyOf(one)) ?? 0) + 1);
  return found;
}

function take(left: Map<string, number>, one: Trace): boolean {
  const count = left.get(keyOf(one)) ?? 0;
  if (count > 0) left.set(keyOf(one), count - 1);
  return count > 0;
}
