import { leavesOf, parseJson, parseYaml } from '../source/data.ts';
import { isIgnoreList, isLintSettings } from '../source/paths.ts';
import type { Side } from '../source/side.ts';
import type { Evidence, Finding } from './finding.ts';
import { loosenedLeaves, loosenedLines } from './looser.ts';
import type { FilePair } from './pairs.ts';
import type { Review } from './review.ts';
import { counted, named } from './words.ts';

const kind = 'settings-loosened';

/** The settings of linters, type checkers and coverage ask for less than before. */
export const settingsLoosened: Evidence = {
  kind,
  look: ({ files }: Review) => files.flatMap(judge),
};

function judge({ path, before, after }: FilePair): Finding[] {
  if (!before) return ignoring(after);
  if (!isLintSettings(before.path) && !isIgnoreList(before.path)) return [];
  if (!after) {
    return onlyOfLinters(before.path)
      ? [{ kind, path, count: 1, sentence: `${path}, the settings of a linter or type checker, is gone.` }]
      : [];
  }
  const looser = compare(before, after);
  const count = looser.length;
  return count === 0
    ? []
    : [
        {
          kind,
          path,
          count,
          sentence: `${path} asks for less in ${counted(count, 'place')}${named(looser)}.`,
        },
      ];
}

/** A new list of what linters pass over. */
function ignoring(after: Side | null): Finding[] {
  if (!after || !isIgnoreList(after.path)) return [];
  const { path } = after;
  return [{ kind, path, count: 1, sentence: `${path} is new and lists what a linter passes over.` }];
}

function compare(before: Side, after: Side): string[] {
  const path = before.path;
  if (isIgnoreList(path)) return [...linesOf(after)].filter((line) => !linesOf(before).has(line));
  const [was, is] = [dataOf(before), dataOf(after)];
  if (was === undefined || is === undefined) return loosenedLines(path, before.spoken, after.spoken);
  return loosenedLeaves(path, leavesOf(was), leavesOf(is));
}

const linesOf = ({ text }: Side): Set<string> =>
  new Set(
    text.split('\n').flatMap((line) => (line.trim() === '' || line.startsWith('#') ? [] : line.trim())),
  );

/** Parsed where a parser is at hand; undefined where it is read as text. */
function dataOf({ path, text }: Side): unknown {
  if (/\.(?:jsonc?|json5)$/i.test(path)) return parseJson(text);
  if (/\.ya?ml$/i.test(path)) return parseYaml(text);
  if (/\.(?:eslintrc|stylelintrc|oxlintrc|swiftlint|rubocop|jshintrc)$/i.test(path))
    return parseJson(text) ?? parseYaml(text);
  return undefined;
}

/** Not one of those files that hold other things as well. */
const onlyOfLinters = (path: string): boolean =>
  !/(?:^|\/)(?:setup\.cfg|tox\.ini|pyproject\.toml|package\.json|\.editorconfig|deno\.jsonc?)$/i.test(path);
