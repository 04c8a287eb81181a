import type { Block, Blocks, Runs, Stop } from './blocks.ts';
import { closeOf, countElements } from './brackets.ts';
import { stopsWhen } from './conditions.ts';
import { titleAt } from './titles.ts';
import type { Views } from './views.ts';

const call =
  /(?<![\w$.>])([xf]?)(describe|context|suite|group|it|test|testWidgets|specify|t\.test|Deno\.test|QUnit\.test)((?:\s?\.\s?[A-Za-z]+)*)\s*(?=[(`])/g;
const suites = ['describe', 'context', 'suite', 'group'];
const conditions = ['if', 'skipIf', 'runIf', 'todoIf'];
const tables = ['each', 'for', ...conditions];
const never = ['skip', 'todo', 'fixme', 'ignore', 'fails', 'failing'];
const harmless = ['only', 'concurrent', 'sequential', 'serial', 'parallel', 'shuffle', 'slow', 'describe'];
const known = new Set([...tables, ...never, ...harmless]);
const has = (modifiers: readonly string[], some: readonly string[]) =>
  some.some((one) => modifiers.includes(one));

const stop =
  /(?<![\w$.])(?:this|t|ctx|context|\$this)(?:\.|->)(?:skip|todo|markTestSkipped|markTestIncomplete)\(/g;

/** How far a call is looked through for its options and its function. */
const reach = 2000;

/** Tests that are calls with a title and a function: those of JavaScript's runners, of Dart, of PHP's Pest. */
export function findCalls(views: Views, brackets: Int32Array): Blocks {
  const blocks: Block[] = [];
  const stops: Stop[] = [];
  const { code } = views;
  for (const found of code.matchAll(call)) {
    if (/\bfunction\s*$/.test(code.slice(Math.max(0, found.index - 12), found.index))) continue;
    const modifiers = (found[3] ?? '').split('.').flatMap((word) => word.trim() || []);
    const opened = modifiers.every((modifier) => known.has(modifier))
      ? openCall(found, modifiers, code, brackets)
      : null;
    const result = opened && read(found, { ...opened, modifiers }, views, brackets);
    if (result && 'at' in result) stops.push(result);
    else if (result) blocks.push(result);
  }
  for (const { index } of code.matchAll(stop)) stops.push({ at: index, runs: stopsWhen(code, index) });
  return { blocks, stops };
}

type Opened = { open: number; rows: number; modifiers: readonly string[] };

function read(
  found: RegExpExecArray,
  opened: Opened,
  views: Views,
  brackets: Int32Array,
): Block | Stop | null {
  const { code, text } = views;
  const { open, rows, modifiers } = opened;
  const end = closeOf(brackets, open);
  const own = code.slice(open, Math.min(end, open + reach));
  const body = own.search(/=>|\bfunction\b|\bfn\b/);
  const titled = /^\(\s*["'`]/.test(own);
  const alone = body === -1 && countElements(code, brackets, open) < 2;
  if (body === -1 && !titled && has(modifiers, never)) {
    return { at: found.index, runs: stopsWhen(code, found.index) };
  }
  if (alone && !titled && !/^\(\s*\{/.test(own)) return null;
  const { title, end: inside } = titleAt(text, open + 1);
  const options = `${code.slice(inside, open + Math.max(0, body))} ${code.slice(Math.max(inside, end - 80), end + 12)}`;
  const off = found[1] === 'x' || has(modifiers, never) || (alone && titled) || returnsAtOnce(own, body);
  return {
    is: suites.includes(found[2] ?? '') || modifiers.includes('describe') ? 'suite' : 'case',
    title,
    start: found.index,
    inside: Math.min(inside, end),
    end,
    runs: off
      ? 'never'
      : has(modifiers, conditions)
        ? 'sometimes'
        : saysSkip(options, text.slice(inside, end + 12)),
    only: found[1] === 'f' || modifiers.includes('only') || /\bonly\s*:\s*true/.test(options),
    rows,
  };
}

/** The bracket of the call that has the title: behind the table in `it.each(table)(title, …)`. */
function openCall(
  found: RegExpExecArray,
  modifiers: readonly string[],
  code: string,
  brackets: Int32Array,
): { open: number; rows: number } | null {
  const first = found.index + found[0].length;
  const template = code[first] === '`';
  if (!template && !has(modifiers, tables)) return { open: first, rows: 1 };
  const end = template ? code.indexOf('`', first + 1) : closeOf(brackets, first);
  const gap = /^\s*\(/.exec(code.slice(end + 1, end + 200));
  if (end === -1 || !gap) return null;
  return { open: end + gap[0].length, rows: Math.max(1, countRows(code, brackets, first, end)) };
}

function countRows(code: string, brackets: Int32Array, first: number, end: number): number {
  if (code[first] === '`') return code.slice(first, end).split('\v').length - 2;
  const list = /^\(\s*\[/.exec(code.slice(first, first + 200));
  return list ? countElements(code, brackets, first + list[0].length - 1) : 1;
}

/** What the options say: before the function, as most have them, or behind it, as Dart and Pest do. */
function saysSkip(options: string, text: string): Runs {
  if (/->(?:skip|todo)\b/.test(options)) return 'never';
  if (!/\b(?:skip|todo|ignore)\s*:/.test(options)) return 'always';
  const value = /\b(?:skip|todo|ignore)\s*:\s*(true\b|false\b|["'`]|)/.exec(text)?.[1];
  return value === 'false' ? 'always' : value ? 'never' : 'sometimes';
}

function returnsAtOnce(own: string, body: number): boolean {
  const brace = body === -1 ? -1 : own.indexOf('{', body);
  return brace !== -1 && /^\{\s*return\s*;/.test(own.slice(brace, brace + 200));
}
