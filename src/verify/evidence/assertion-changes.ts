import type { Assertion } from '../source/assertions.ts';
import type { CasePairs, FilePair } from './pairs.ts';

/** What became of the assertions of one test, or of what stands in a file outside its tests. */
export type AssertionChange = {
  path: string;
  /** How many are gone without another in their place. */
  dropped: number;
  /** How many were replaced by one that pins down less. */
  loosened: number;
  /** How many expect something else than before. */
  changed: number;
};

type Unit = { path: string; lost: readonly Assertion[]; gained: readonly Assertion[] };

export function compareAssertions(
  files: readonly FilePair[],
  { pairs, added }: CasePairs,
): AssertionChange[] {
  const inTests = pairs.map(({ before, after }) => unit(after.path, before.assertions, after.assertions));
  const outside = files.map(({ path, before, after }) => unit(path, before?.loose ?? [], after?.loose ?? []));
  const units = [...inTests, ...outside];
  const elsewhere = new Map<string, number>();
  for (const { text } of [
    ...added.flatMap(({ assertions }) => assertions),
    ...units.flatMap(({ gained }) => gained),
  ]) {
    elsewhere.set(text, (elsewhere.get(text) ?? 0) + 1);
  }
  return units.map(({ path, lost, gained }) => {
    const gone = lost.filter(({ text }) => !take(elsewhere, text));
    return { path, ...compare(gone, gained) };
  });
}

/** What is the same on both sides says nothing, nor does what holds in any case. */
function unit(path: string, before: readonly Assertion[], after: readonly Assertion[]): Unit {
  return { path, lost: without(before, after), gained: without(after, before) };
}

function without(some: readonly Assertion[], others: readonly Assertion[]): Assertion[] {
  const known = new Map<string, number>();
  for (const { text } of others) known.set(text, (known.get(text) ?? 0) + 1);
  return some.filter(({ text, strength }) => strength > 0 && !take(known, text));
}

function take(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0;
  if (left > 0) counts.set(text, left - 1);
  return left > 0;
}

/** The strongest are compared with the strongest: who adds a weak one cannot hide that a strong one went. */
function compare(lost: readonly Assertion[], gained: readonly Assertion[]): Omit<AssertionChange, 'path'> {
  const both = Math.min(lost.length, gained.length);
  const [was, is] = [descending(lost, 'strength'), descending(gained, 'strength')];
  const weaker = was.slice(0, both).filter((strength, index) => (is[index] ?? 0) < strength).length;
  const stricter = was.slice(0, both).filter((strength, index) => (is[index] ?? 0) > strength).length;
  const [exact, wide] = [descending(lost, 'tolerance'), descending(gained, 'tolerance')];
  const wider =
    weaker > 0 ? 0 : wide.slice(0, both).filter((bound, index) => bound > (exact[index] ?? 0)).length;
  const elsewise = without(asExpected(lost), asExpected(gained)).length;
  const loosened = Math.min(both, weaker + wider);
  return {
    dropped: lost.length - both,
    loosened,
    changed: Math.max(0, Math.min(elsewise, both) - loosened - stricter),
  };
}

const descending = (some: readonly Assertion[], what: 'strength' | 'tolerance'): number[] =>
  some.map((assertion) => assertion[what]).sort((one, other) => other - one);

const asExpected = (some: readonly Assertion[]): Assertion[] =>
  some.map((assertion) => ({ ...assertion, text: assertion.expected }));
