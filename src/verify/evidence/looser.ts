import { sectionsOf } from '../../text/sections.ts';
import type { Leaf } from '../source/data.ts';
import { collapse } from '../source/titles.ts';

/** In package.json only these keys are settings of what we look at. */
const inPackage = /^(?:eslintConfig|jest|nyc|c8|xo|stylelint|standard)\./;

/** Options of compilers that ask for more when they are on. */
const strict =
  /(?:^|\.)(?:strict\w*|no(?:Implicit|Unused|Unchecked|Fallthrough|PropertyAccess)\w*|alwaysStrict|exactOptionalPropertyTypes|useUnknownInCatchVariables|checkJs|warn_\w+|disallow_\w+|check_untyped_defs|forbid\w*|recommended|preset|Enabled|enabled|all-targets)$/;
const listsOut =
  /(?:^|\.)(?:ignore\w*|exclude\w*|excludes|disable\w*|AllowedMethods|skip\w*|extend-ignore|extend-exclude|per-file-ignores|lint\.ignore)(?:\.|$)/i;
const thresholds = /(?:threshold|fail_under|minimum|min_coverage|check-coverage)/i;

/** How severe a rule is; null where the value is none. */
function severity(value: Leaf | undefined): number | null {
  if (value === 'off' || value === false || value === 0 || value === 'none' || value === 'allow') return 0;
  if (value === 'warn' || value === 'info' || value === 1 || value === 'warning') return 1;
  if (value === 'error' || value === true || value === 2 || value === 'deny' || value === 'on') return 2;
  return null;
}

/** The paths of what asks for less than before. */
export function loosenedLeaves(
  path: string,
  before: ReadonlyMap<string, Leaf>,
  after: ReadonlyMap<string, Leaf>,
): string[] {
  const matters = (key: string) => !path.endsWith('package.json') || inPackage.test(key);
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(matters);
  const listed = new Set([...before].filter(([key]) => listsOut.test(key)).map(([, value]) => value));
  return keys.filter((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    if (listsOut.test(key)) return is !== undefined && typeof is !== 'boolean' && !listed.has(is);
    if (thresholds.test(key)) return typeof was === 'number' && (typeof is !== 'number' || is < was);
    return lessSevere(key, was, is);
  });
}

function lessSevere(key: string, was: Leaf | undefined, is: Leaf | undefined): boolean {
  const [old, now] = [severity(was), severity(is)];
  const rule = /(?:^|\.)rules?\./i.test(key);
  if (strict.test(key))
    return (old ?? 0) > 0 ? now === 0 || is === undefined : was === undefined && now === 0;
  if (!rule) return false;
  if (old !== null && now !== null) return now < old;
  return old === null ? was === undefined && now === 0 : false;
}

const linting =
  /ruff|flake8|mypy|pylint|pyright|isort|coverage|pycodestyle|bandit|clippy|lints|^$|report|rubocop|main/i;
const looseLine =
  /["'](?:off|warn)["']|:\s*\[?\s*0\s*[,\]}]|\bignores?\b|\bignorePatterns\b|\bexclude\w*|\bdisable\w*|\bignore_\w+\s*=\s*[tT]rue|\bper-file-ignores\b|\bomit\b|\ballow\b|\bfollow_imports\s*=\s*(?:skip|silent)/;
const strictLine =
  /^\s*(?:strict\w*|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|select|extend-select|enable)\s*=\s*(.*)$/;
const listItem = /^\s*["']?[A-Z]{1,4}\d{2,4}["']?\s*,?\s*(?:#.*)?$/;

/** By text, where the settings are code, TOML or INI: the lines that ask for less than before. */
export function loosenedLines(path: string, before: string, after: string): string[] {
  const code = /\.[cm]?[jt]s$/.test(path);
  const mixed = /(?:setup\.cfg|tox\.ini|pyproject\.toml)$/i.test(path);
  const lines = (text: string) =>
    (code ? [['', text.split('\n')] as const] : [...sectionsOf(text)])
      .filter(([heading]) => !mixed || (heading !== '' && linting.test(heading)))
      .flatMap(([, inside]) => withKeys(inside).map(collapse));
  const [was, is] = [lines(before), lines(after)];
  const looser = gone(is, was).filter((line) => looseLine.test(line));
  const replaced = gone(was, is).filter((line) => looseLine.test(line));
  return [...longer(looser, replaced), ...weaker(gone(was, is), gone(is, was)), ...lowered(was, is)];
}

/** An item of a list over several lines stands with the key of its list. */
function withKeys(lines: readonly string[]): string[] {
  let key = '';
  return lines.map((line) => {
    const found = /^\s*([\w.-]+)\s*[:=]/.exec(line);
    if (found) key = found[1] ?? '';
    return found || !/^\s/.test(line)
      ? line
      : `${listItem.test(line) || /^\s+\S/.test(line) ? `${key} ` : ''}${line}`;
  });
}

function gone(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** New loose lines, without those that only shorten one that was there. */
function longer(looser: readonly string[], replaced: readonly string[]): string[] {
  const words = (line: string) => line.split(/[\s,=:[\]"']+/).filter(Boolean);
  const known = new Set(replaced.flatMap(words));
  return looser.filter((line) => replaced.length === 0 || words(line).some((word) => !known.has(word)));
}

/** Strict options that were on and are off, shorter or gone. */
function weaker(was: readonly string[], is: readonly string[]): string[] {
  const now = new Map(is.flatMap((line) => keyed(line)));
  return was.flatMap((line) => {
    const [[key, value] = ['', '']] = keyed(line);
    if (key === '' || /^(?:false|no|0)$/i.test(value)) return [];
    const after = now.get(key);
    if (after === undefined || /^(?:false|no|0)$/i.test(after)) return [key];
    return after.split(',').length < value.split(',').length ? [key] : [];
  });
}

function keyed(line: string): [string, string][] {
  const found = strictLine.exec(line);
  return found ? [[line.split('=')[0]?.trim() ?? '', found[1] ?? '']] : [];
}

/** A number that coverage must reach and that is smaller now. */
function lowered(was: readonly string[], is: readonly string[]): string[] {
  const number = (lines: readonly string[]): number =>
    Number(lines.map((line) => /\bfail[_-]under\b\D*([\d.]+)/.exec(line)?.[1]).find(Boolean) ?? 0);
  return number(is) < number(was) ? ['fail_under'] : [];
}
