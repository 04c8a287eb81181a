import { type Assertion, assertionsIn } from './assertions.ts';
import { type Block, owners, resolve } from './blocks.ts';
import { matchBrackets } from './brackets.ts';
import { type Language, languageOf } from './languages.ts';
import { isNamedTest, isTest } from './paths.ts';
import { collapse } from './titles.ts';
import { plain, type Views, views } from './views.ts';

/** A test. Everything in it is untrusted. */
export type Case = Block & {
  path: string;
  /** Whether its file is found by its name. */
  named: boolean;
  assertions: readonly Assertion[];
  /** What it does, a line each, by which it is known again under another name. */
  lines: readonly string[];
  /** Its code, without strings and comments. */
  code: string;
};

/** A file before or after the change. */
export type Side = Views & {
  path: string;
  language: Language | null;
  test: boolean;
  cases: readonly Case[];
  /** Assertions of tests' files that stand in no test. */
  loose: readonly Assertion[];
};

const mostCases = 5000;
const mostLines = 300;
const longestBody = 30_000;

export function sideOf(path: string, text: string): Side {
  const language = languageOf(path);
  const seen = language ? views(text, language.syntax) : plain(text);
  const test = isTest(path);
  const side = { ...seen, path, language, test };
  if (!language?.tests || !(test || language.inline)) return { ...side, cases: [], loose: [] };
  const brackets = matchBrackets(seen.code);
  const blocks = resolve(language.tests(seen, brackets)).slice(0, mostCases);
  const assertions = language.assertion ? assertionsIn(seen, brackets, language.assertion) : [];
  const owned = owners(blocks, assertions);
  const of = new Map<Block | null, Assertion[]>();
  assertions.forEach((assertion, index) => {
    const owner = owned[index] ?? null;
    const list = of.get(owner);
    if (list) list.push(assertion);
    else of.set(owner, [assertion]);
  });
  const named = isNamedTest(path);
  const cases = blocks.map((block) => ({
    ...block,
    path,
    named,
    assertions: of.get(block) ?? [],
    lines: linesOf(text.slice(block.inside, Math.min(block.end, block.inside + longestBody))),
    code: seen.code.slice(block.start, Math.min(block.end, block.start + longestBody)),
  }));
  return { ...side, cases, loose: test ? (of.get(null) ?? []) : [] };
}

/** The lines that say something, without their indentation. */
export function linesOf(text: string): string[] {
  return text
    .split('\n', mostLines)
    .map(collapse)
    .filter((line) => /\w/.test(line));
}
