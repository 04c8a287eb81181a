import { closeOf } from './brackets.ts';
import { expectedIn, toleranceOf } from './expected.ts';
import { type Strength, strengthOf } from './strength.ts';
import { collapse } from './titles.ts';
import type { Views } from './views.ts';

export type Assertion = {
  at: number;
  /** As written, on one line, without comments. Untrusted. */
  text: string;
  /** The literals in it. */
  expected: string;
  strength: Strength;
  /** How far off a value may be; 0 where it may not. */
  tolerance: number;
};

const longest = 2000;
const mostSteps = 600;

/** The assertions in their order. `head` finds where each begins. */
export function assertionsIn({ code, spoken }: Views, brackets: Int32Array, head: RegExp): Assertion[] {
  const found: Assertion[] = [];
  let last = 0;
  for (const { index } of code.matchAll(head)) {
    // An assertion within another one, as in `assert(check(x))`, is part of it.
    if (index < last) continue;
    last = statementEnd(code, brackets, index);
    const text = collapse(spoken.slice(index, Math.min(last, index + longest)));
    const [expected, strength, tolerance] = [expectedIn(text), strengthOf(text), toleranceOf(text)];
    found.push({ at: index, text, expected, strength, tolerance });
  }
  return found;
}

/** Where a statement ends: with a semicolon, with its line, or with the bracket around it. */
function statementEnd(code: string, brackets: Int32Array, from: number): number {
  let at = from;
  for (let steps = 0; at < code.length && steps < mostSteps; steps++, at++) {
    const character = code[at] ?? '';
    if (character === ';' || character === ')' || character === ']' || character === '}') return at;
    if (character === '\n' && !goesOn(code, at)) return at;
    // A block behind an assertion (`expect { … }` excepted) holds other statements.
    if (character === '(' || character === '[') at = closeOf(brackets, at);
    else if (character === '{') {
      if (!/^\w+[ \t]*$/.test(code.slice(from, at))) return at;
      at = closeOf(brackets, at);
    }
  }
  return at;
}

/** Whether the next line belongs to the statement before it: a method's call, or what a backslash joins. */
function goesOn(code: string, newline: number): boolean {
  if (/[\\,=<>&|+]\s*$/.test(code.slice(Math.max(0, newline - 4), newline))) return true;
  const next = code.slice(newline + 1, newline + 200);
  return /^\s*(?:\?\.|\.|->|&&|\|\||[=!]=)(?!\.)/.test(next);
}
