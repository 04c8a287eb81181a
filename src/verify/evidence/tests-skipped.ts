import { anyOf } from '../source/any-of.ts';
import { runsLess } from '../source/blocks.ts';
import { isTestSettings } from '../source/paths.ts';
import type { Case, Side } from '../source/side.ts';
import { collapse } from '../source/titles.ts';
import type { Evidence, Finding } from './finding.ts';
import type { Review } from './review.ts';
import { gains, type Trace } from './traces.ts';
import { counted, named } from './words.ts';

const kind = 'tests-skipped';

/** Tests that are still there and prove less: skipped, expected to fail, left out by an `only` or by the runner's settings. */
export const testsSkipped: Evidence = {
  kind,
  look: (review) => [...existing(review), ...fresh(review), ...leftOut(review)],
};

function existing({ cases: { pairs } }: Review): Finding[] {
  const less = pairs.flatMap(({ before, after }) => (runsLess(after.runs, before.runs) ? [after] : []));
  const { never = [], sometimes = [] } = Object.groupBy(less, ({ runs }) => runs);
  return [
    ...byFile(
      never,
      (count, path) => `${counted(count, 'test')} of ${path} no longer ${count === 1 ? 'counts' : 'count'}`,
    ),
    ...byFile(
      sometimes,
      (count, path) =>
        `${counted(count, 'test')} of ${path} ${count === 1 ? 'runs' : 'run'} only under a condition now`,
    ),
  ];
}

/** A test that never ran proves nothing for the change that brings it. */
function fresh({ cases: { added } }: Review): Finding[] {
  const never = added.filter(({ runs }) => runs === 'never');
  return byFile(
    never,
    (count, path) => `${counted(count, 'new test')} of ${path} ${count === 1 ? 'does' : 'do'} not run`,
  );
}

function byFile(cases: readonly Case[], say: (count: number, path: string) => string): Finding[] {
  return [...Map.groupBy(cases, ({ path }) => path)].map(([path, tests]) => ({
    kind,
    path,
    count: tests.length,
    sentence: `${say(tests.length, path)}${named(tests.map(({ title }) => title))}.`,
  }));
}

const leavesOut = anyOf(
  '',
  /\b(?:test|module|watch)PathIgnorePatterns\b|\bcollect_ignore(?:_glob)?\b/,
  /--(?:ignore|ignore-glob|deselect|exclude|testPathIgnorePatterns)\b|\bnorecursedirs\b/,
  /\btestIgnore\b|["']?\bexclude["']?\s*[:=]|\bspec["']?\s*:|\btest(?:Match|Regex)\b/,
  /\bgrepInvert\b|--(?:grep|invert|skip)\b|addopts.*\s-[km]\s|\bexcludedGroups\b/,
  /\bexcludeTestsMatching\b|passWithNoTests/,
);

function leftOut({ files }: Review): Finding[] {
  return gains(files, settingsTraces).map(({ path, count }) => ({
    kind,
    path,
    count,
    sentence: `${path} says in ${counted(count, 'more place')} which tests are left out.`,
  }));
}

function settingsTraces(side: Side): Trace[] {
  if (!isTestSettings(side.path)) return [];
  return side.spoken
    .split('\n')
    .filter((line) => leavesOut.test(line.slice(0, 2000)))
    .map((line) => ({ line: collapse(line), weight: 1 + (line.match(/,/g)?.length ?? 0) }));
}
