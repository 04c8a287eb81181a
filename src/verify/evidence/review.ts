import type { FileChange } from '../files.ts';
import { decode } from '../source/decode.ts';
import { languageOf } from '../source/languages.ts';
import { isIgnoreList, isLintSettings, isTest, isTestSettings } from '../source/paths.ts';
import { linesOf, type Side, sideOf } from '../source/side.ts';
import { type AssertionChange, compareAssertions } from './assertion-changes.ts';
import { pairCases } from './pair-cases.ts';
import type { CasePairs, FilePair } from './pairs.ts';
import { matchByLines } from './similar.ts';

/** The change as every kind of finding looks at it, read once. */
export type Review = {
  change: readonly FileChange[];
  files: readonly FilePair[];
  cases: CasePairs;
  assertions: readonly AssertionChange[];
  /** What was not read though it may be evidence: `why` is the end of a sentence about the path. */
  unread: readonly { path: string; why: string }[];
};

/** All text of a change that is read; what comes later is said to be unread. */
const mostCharacters = 12 * 1024 * 1024;

export function reviewOf(change: readonly FileChange[]): Review {
  const { read, unread } = readAll(change);
  const files = pairFiles(read);
  const cases = pairCases(files);
  return { change, files, cases, assertions: compareAssertions(files, cases), unread };
}

function readAll(change: readonly FileChange[]): { read: FilePair[]; unread: Review['unread'] } {
  const read: FilePair[] = [];
  const unread: { path: string; why: string }[] = [];
  let characters = 0;
  for (const { path, before, after } of change) {
    if (!matters(path) || same(before, after)) continue;
    const sides = [before, after].map((bytes) => bytes && decode(bytes));
    const [was, is] = sides.map((side) => (side && 'text' in side ? side.text : null));
    characters += (was?.length ?? 0) + (is?.length ?? 0);
    const tooMuch = characters > mostCharacters ? 'comes after 12 MiB of other changes' : null;
    const why = sides.flatMap((side) => (side && 'unread' in side ? side.unread : []))[0] ?? tooMuch;
    if (why === null) read.push({ path, before: see(path, was), after: see(path, is) });
    else if (provesSomething(path)) unread.push({ path, why });
  }
  return { read, unread };
}

const see = (path: string, text: string | null | undefined): Side | null =>
  text === null || text === undefined ? null : sideOf(path, text);

const isSettings = (path: string): boolean =>
  isTestSettings(path) || isLintSettings(path) || isIgnoreList(path);
const matters = (path: string): boolean => languageOf(path) !== null || isSettings(path);

/** A lock file or a bundle of half a megabyte hides nothing that we would tell of. */
function provesSomething(path: string): boolean {
  const language = languageOf(path);
  return isSettings(path) || (language?.tests != null && (isTest(path) || language.inline));
}

const same = (before: Uint8Array | null, after: Uint8Array | null): boolean =>
  before !== null && after !== null && Buffer.compare(before, after) === 0;

/** Puts a file that is gone together with the new one that holds at least half of it. */
function pairFiles(read: readonly FilePair[]): FilePair[] {
  const gone = read.filter(({ after }) => after === null);
  const fresh = read.filter(({ before }) => before === null);
  const lines = (side: Side | null) => linesOf(side?.text ?? '');
  const renamed = matchByLines(
    gone.map(({ before }) => lines(before)),
    fresh.map(({ after }) => lines(after)),
    (before, after) => gone[before]?.before?.language === fresh[after]?.after?.language,
  );
  const targets = new Map([...renamed].map(([from, to]) => [gone[from], fresh[to]]));
  const taken = new Set(targets.values());
  return read.flatMap((file): FilePair[] => {
    if (taken.has(file)) return [];
    const target = targets.get(file);
    return [target ? { path: target.path, before: file.before, after: target.after } : file];
  });
}
