import * as heads from './assertion-heads.ts';
import type { Blocks } from './blocks.ts';
import { findCalls } from './calls.ts';
import * as forms from './forms.ts';
import { findLines, type LineForm } from './lines.ts';
import * as syntax from './syntax.ts';
import type { Views } from './views.ts';

type FindTests = (views: Views, brackets: Int32Array) => Blocks;

export type Language = {
  name: string;
  syntax: syntax.Syntax;
  /** Null where tests are not told apart. */
  tests: FindTests | null;
  /** Where an assertion begins; null where none is known. */
  assertion: RegExp | null;
  /** Whether its tests also stand in files that are not named as tests. */
  inline: boolean;
};

const byLines =
  (form: LineForm): FindTests =>
  (views, brackets) =>
    findLines(views, brackets, form);

const both =
  (one: FindTests, other: FindTests): FindTests =>
  (views, brackets) => {
    const [first, second] = [one(views, brackets), other(views, brackets)];
    return { blocks: [...first.blocks, ...second.blocks], stops: [...first.stops, ...second.stops] };
  };

const language = (
  name: string,
  how: syntax.Syntax,
  tests: FindTests | null,
  assertion: RegExp | null,
  inline = false,
): Language => ({ name, syntax: how, tests, assertion, inline });

const braces = (name: string, form: LineForm | null, inline = false): Language =>
  language(name, syntax.braces, form && byLines(form), heads.braces, inline);
const settings = (name: string, how = syntax.hashes): Language => language(name, how, null, null);

const javascript = language('JavaScript', syntax.javascript, findCalls, heads.javascript);
const languages: readonly (readonly [endings: string, language: Language])[] = [
  ['js mjs cjs jsx ts mts cts tsx', javascript],
  ['py pyi', language('Python', syntax.python, byLines(forms.python), heads.python)],
  ['go', language('Go', syntax.go, byLines(forms.go), heads.go)],
  ['rs', language('Rust', syntax.rust, byLines(forms.rust), heads.rust, true)],
  ['java kt kts groovy scala', braces('Java', forms.jvm, true)],
  ['cs', braces('C#', forms.csharp, true)],
  ['swift', braces('Swift', forms.swift)],
  ['dart', language('Dart', syntax.braces, findCalls, heads.braces)],
  ['c h cc cpp cxx hpp hh m mm', braces('C++', forms.cpp)],
  ['php', language('PHP', syntax.php, both(byLines(forms.php), findCalls), heads.braces)],
  ['rb rake', language('Ruby', syntax.ruby, byLines(forms.ruby), heads.ruby)],
  ['ex exs', language('Elixir', syntax.ruby, byLines(forms.elixir), heads.ruby)],
  ['bats', language('Bats', syntax.hashes, byLines(forms.bats), heads.bats)],
  ['vue svelte', language('JavaScript', syntax.javascript, null, null)],
  ['sh bash zsh yml yaml toml mk cmake nix r pl', settings('settings')],
  ['ini cfg conf', settings('settings', syntax.semicolons)],
  ['jsonc json5 json', settings('JSON', syntax.javascript)],
];

const byEnding = new Map(
  languages.flatMap(([endings, spoken]) => endings.split(' ').map((ending) => [ending, spoken] as const)),
);

/** The language by the file's name, or null. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/^(?:makefile|gnumakefile|justfile|dockerfile)$/.test(name)) return byEnding.get('mk') ?? null;
  if (/^(?:gemfile|rakefile)$/.test(name)) return byEnding.get('rb') ?? null;
  return byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
