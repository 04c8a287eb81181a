import type { Block, Blocks, Runs, Stop } from './blocks.ts';
import { closeOf } from './brackets.ts';
import { stopsWhen } from './conditions.ts';
import type { CountRows } from './rows.ts';
import { collapse, titleAt } from './titles.ts';
import type { Views } from './views.ts';

/** How a language declares tests line by line. All expressions meet code without comments and without strings' contents. */
export type LineForm = {
  /** What a test's extent is told by. */
  extent: 'indent' | 'braces';
  /** Decorators, annotations, attributes at the start of a line. */
  marks: RegExp | null;
  suite: RegExp | null;
  /** Its first group is the test's name, where it is not a string that follows. */
  test: RegExp;
  /** What the marks or the name must say, where a declaration alone makes no test. */
  needs: ((marks: string, name: string) => boolean) | null;
  /** What skips in marks and in the declaration. */
  never: RegExp;
  sometimes: RegExp | null;
  only: RegExp | null;
  /** A statement that skips. With the flags `gm`. */
  stop: RegExp | null;
  rows: CountRows | null;
};

/** Marks that wait for the declaration they belong to: where they begin. */
type Pending = { start: number };
type Reading = { views: Views; brackets: Int32Array; form: LineForm; blocks: Block[]; open: IndentedBlock[] };
type IndentedBlock = { block: Block; indent: number };

/** Tests that are declared line by line. */
export function findLines(views: Views, brackets: Int32Array, form: LineForm): Blocks {
  const { code } = views;
  const reading: Reading = { views, brackets, form, blocks: [], open: [] };
  let pending: Pending | null = null;
  let depth = 0;
  let start = 0;
  for (const line of code.split('\n')) {
    const within = depth > 0 && (form.extent === 'indent' || pending !== null);
    depth = Math.max(0, (within ? depth : 0) + balance(line));
    if (!within && line.trim() !== '') pending = readLine(line, start, pending, reading);
    start += line.length + 1;
  }
  for (const { block } of reading.open) block.end = code.length;
  return { blocks: reading.blocks, stops: findStops(code, form) };
}

/** What the line adds to the round and square brackets that are open. */
function balance(line: string): number {
  let sum = 0;
  for (const character of line) {
    if (character === '(' || character === '[') sum++;
    else if (character === ')' || character === ']') sum--;
  }
  return sum;
}

/** Reads one line; answers what marks wait for the declaration that they belong to. */
function readLine(line: string, start: number, pending: Pending | null, reading: Reading): Pending | null {
  const { form, views } = reading;
  const indent = line.length - line.trimStart().length;
  const marks = form.marks?.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  const waiting = pending ?? (marks.trim() === '' ? null : { start: start + indent });
  const first = waiting?.start ?? start + indent;
  if (form.extent === 'indent') closeIndented(reading, indent, first);
  if (rest.trim() === '') return waiting;
  const suite = form.suite?.exec(rest) ?? null;
  const test = suite ? null : form.test.exec(rest);
  const found = suite ?? test;
  if (!found) return null;
  const at = start + marks.length + found.index + found[0].length;
  const said = views.code.slice(first, at);
  const block = declare(found, { first, at, lineEnd: start + line.length, said }, reading, suite !== null);
  if (block) {
    reading.blocks.push(block);
    if (form.extent === 'indent') reading.open.push({ block, indent });
  }
  return null;
}

/** A line that is indented no further than a declaration ends what was declared. */
function closeIndented({ open }: Reading, indent: number, at: number): void {
  while ((open.at(-1)?.indent ?? -1) >= indent) {
    const closed = open.pop();
    if (closed) closed.block.end = Math.max(closed.block.inside, at - 1);
  }
}

type Declared = { first: number; at: number; lineEnd: number; said: string };

function declare(found: RegExpExecArray, at: Declared, reading: Reading, suite: boolean): Block | null {
  const { form, views, brackets } = reading;
  const named = found[1] ?? '';
  if (!suite && form.needs && !form.needs(at.said, named)) return null;
  const { title, end } = named === '' ? titleAt(views.text, at.at) : { title: collapse(named), end: at.at };
  const header = `${at.said} ${views.code.slice(end, Math.max(end, at.lineEnd))}`;
  const last = form.extent === 'braces' ? bracesEnd(views.code, brackets, end, at.lineEnd) : at.lineEnd;
  return {
    is: suite ? 'suite' : 'case',
    title: title.replace(/\bDISABLED_/, ''),
    start: at.first,
    inside: end,
    end: last,
    runs: runsOf(form, header),
    only: form.only?.test(header) ?? false,
    rows: Math.max(1, form.rows?.(views.code, brackets, { first: at.first, at: at.at, end: last }) ?? 1),
  };
}

function runsOf(form: LineForm, header: string): Runs {
  if (form.sometimes?.test(header)) return 'sometimes';
  return form.never.test(header) ? 'never' : 'always';
}

/** What stands between a declaration and its body is short; without a body it ends with its line. */
function bracesEnd(code: string, brackets: Int32Array, from: number, lineEnd: number): number {
  const [before = ''] = /^[^{};]*/.exec(code.slice(from, from + 1000)) ?? [];
  const open = from + before.length;
  if (/[=@][\s\S]*\n/.test(before)) return Math.max(from, lineEnd);
  return code[open] === '{' ? closeOf(brackets, open) : Math.max(from, lineEnd);
}

function findStops(code: string, { stop }: LineForm): Stop[] {
  if (!stop) return [];
  return [...code.matchAll(stop)].map(({ index, 0: words }) => {
    const at = index + words.length - words.trimStart().length;
    return { at, runs: stopsWhen(code, at) };
  });
}
