import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { portableFolders } from '../../tools/portable-tests.ts';

const tests = join(import.meta.dirname, '..');
const testFiles = (folder: string): string[] =>
  readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(tests, folder, file));

/** What a file brings along when it runs: types are gone by then. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export)\s(?!type\b)[^'"]*?from\s*|^import\s*|\bimport\()'([^']+)'/gms,
    ),
  ].map(([, target = '']) => target);

/** The packages that a file leads to, through our own files. */
function packagesOf(file: string): Set<string> {
  const [seen, packages] = [new Set<string>(), new Set<string>()];
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const target of importsOf(at)) {
      if (!target.startsWith('.')) packages.add(target);
      else if (target.endsWith('.ts')) visit(join(dirname(at), target));
    }
  };
  visit(file);
  return packages;
}

const startsProcesses = (file: string): boolean => {
  const packages = packagesOf(file);
  return ['node:child_process', 'execa', 'esbuild', 'puppeteer-core'].some((name) => packages.has(name));
};

test('a test that starts processes is known by what it imports, however far away', () => {
  assert.equal(startsProcesses(join(tests, 'flows/outcomes.test.ts')), true);
  assert.equal(startsProcesses(join(tests, 'text/cut.test.ts')), false);
});

test('tests that are said to run on every system start no process', () => {
  for (const folder of portableFolders) {
    const files = testFiles(folder);
    assert.ok(files.length > 0, `${folder} has no tests`);
    assert.deepEqual(files.filter(startsProcesses), [], folder);
  }
});

test('a folder whose tests start no process is on the list: add it to tools/portable-tests.ts', () => {
  const known: readonly string[] = portableFolders;
  /** They read what the repository holds, which is the same on every system. */
  const aboutTheRepository = ['docs', 'fixtures', 'support', 'workflows'];
  const left = readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => !aboutTheRepository.includes(name) && !testFiles(name).some(startsProcesses));
  assert.deepEqual(left, []);
});
