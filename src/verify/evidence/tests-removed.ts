import type { FileChange } from '../files.ts';
import { isNamedTest } from '../source/paths.ts';
import type { Evidence, Finding } from './finding.ts';
import type { Review } from './review.ts';
import { counted, named } from './words.ts';

const kind = 'tests-removed';

/** Tests that are nowhere any more, neither under another name nor in another file, and rows of data that are gone. */
export const testsRemoved: Evidence = {
  kind,
  look: (review) => [...cases(review), ...rows(review), ...files(review)],
};

function cases({ cases: { removed }, change }: Review): Finding[] {
  const gone = new Set(change.flatMap(({ path, after }) => (after ? [] : [path])));
  return [...Map.groupBy(removed, ({ path }) => path)].map(([path, tests]) => {
    const count = tests.reduce((sum, { rows: times }) => sum + times, 0);
    const names = named(tests.map(({ title }) => title));
    const verb = count === 1 ? 'is' : 'are';
    const sentence = gone.has(path)
      ? `${path} is gone, and with it ${counted(count, 'test')}${names}.`
      : `${counted(count, 'test')} of ${path} ${verb} gone${names}.`;
    return { kind, path, count, sentence };
  });
}

function rows({ cases: { pairs } }: Review): Finding[] {
  const fewer = pairs.filter(({ before, after }) => after.rows < before.rows);
  return [...Map.groupBy(fewer, ({ after }) => after.path)].map(([path, tests]) => {
    const count = tests.reduce((sum, { before, after }) => sum + before.rows - after.rows, 0);
    const names = named(tests.map(({ after }) => after.title));
    return { kind, path, count, sentence: `${counted(count, 'row')} of test data less in ${path}${names}.` };
  });
}

/** Files of tests in a language of which we cannot tell the tests. */
function files({ change, files: pairs }: Review): Finding[] {
  const told = new Set(
    pairs.flatMap(({ before }) => (before && before.cases.length > 0 ? [before.path] : [])),
  );
  return change
    .filter(({ path, before, after }) => before && !after && isNamedTest(path) && !told.has(path))
    .filter((file) => !movedTo(file, change))
    .map(({ path }) => ({ kind, path, count: 1, sentence: `${path}, a file of tests, is gone.` }));
}

function movedTo({ before }: FileChange, change: readonly FileChange[]): boolean {
  return change.some(
    (other) =>
      before &&
      !other.before &&
      other.after &&
      isNamedTest(other.path) &&
      Buffer.compare(before, other.after) === 0,
  );
}
