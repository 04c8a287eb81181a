import { closeOf, countElements } from './brackets.ts';

/** From where its marks begin over where its name ends to where it ends. */
export type Extent = { first: number; at: number; end: number };

/** How often a test runs, each time with other data. */
export type CountRows = (code: string, brackets: Int32Array, extent: Extent) => number;

const farthest = 20_000;

/** A row for each mark. `mark` has the flag `g`. */
export const rowsByMark =
  (mark: RegExp): CountRows =>
  (code, _brackets, { first, at }) =>
    code.slice(first, at).match(mark)?.length ?? 0;

/** A row for each element of the lists that marks hold; `list` ends with the opening bracket and has the flag `g`. */
export const rowsByList =
  (list: RegExp): CountRows =>
  (code, brackets, { first, at }) => {
    let rows = 0;
    for (const { index, 0: words } of code.slice(first, at).matchAll(list)) {
      rows += countElements(code, brackets, first + index + words.length - 1);
    }
    return rows;
  };

/** Literals of slices and maps whose elements are structs. */
const table = /(?:\[\]|map\[\w+\])(?:\*?struct\s*\{|[\w.*]+\{(?=\s*(?:"[^"\n]*"\s*:\s*)?\{))/g;

/** The tables that tests in Go go through, in the test's body. */
export const rowsOfTables: CountRows = (code, brackets, { at, end }) => {
  let rows = 0;
  let last = 0;
  const body = code.slice(at, Math.min(end, at + farthest));
  for (const { index, 0: words } of body.matchAll(table)) {
    if (index < last) continue;
    const brace = at + index + words.length - 1;
    const open = /struct\s*\{$/.test(words) ? closeOf(brackets, brace) + 1 : brace;
    if (code[open] !== '{') continue;
    rows += countElements(code, brackets, open);
    last = closeOf(brackets, open) - at;
  }
  return rows;
};
