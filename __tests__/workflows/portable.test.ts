import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { portableFolders, portableTests, startsProcesses } from '../../tools/portable-tests.ts';

const tests = join(import.meta.dirname, '..');
const testFiles = (folder: string): string[] =>
  globSync(`${folder}/**/*.test.ts`, { cwd: tests }).map((file) => join(tests, file));

test('a test that starts processes is known by what it imports, however far away', () => {
  assert.equal(startsProcesses(join(tests, 'flows/outcomes.test.ts')), true);
  assert.equal(startsProcesses(join(tests, 'text/cut.test.ts')), false);
});

test('most tests of the folders that are called portable run on every system', () => {
  const { tests: portable, left } = portableTests();
  assert.ok(
    portable.length > 4 * left.length,
    `${portable.length} run everywhere, ${left.join(', ')} do not`,
  );
  for (const folder of portableFolders)
    assert.ok(
      portable.some((file) => file.startsWith(join('__tests__', folder))),
      `${folder} has none`,
    );
});

test('a folder whose tests start no process is called portable: add it to tools/portable-tests.ts', () => {
  const known: readonly string[] = portableFolders;
  /** They look at the whole repository, which is enough to do once. */
  const aboutTheRepository = ['docs', 'workflows'];
  const missing = readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && ![...known, ...aboutTheRepository].includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => testFiles(name).length > 0 && !testFiles(name).some(startsProcesses));
  assert.deepEqual(missing, []);
});
