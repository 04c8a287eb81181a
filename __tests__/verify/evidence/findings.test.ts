import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { kinds } from '../../../src/verify/evidence/finding.ts';
import { evidence, findings } from '../../../src/verify/evidence/index.ts';
import { changeOf, edit, look } from './change.ts';
import * as samples from './samples.ts';

const folder = join(import.meta.dirname, '../../../src/verify/evidence');

const paths = [
  'a.test.js',
  'test_a.py',
  'a_test.go',
  'src/lib.rs',
  'TotalsTest.java',
  'TotalsTests.cs',
  'spec/a_spec.rb',
  'tests/ATest.php',
  'a_test.cc',
  'Tests/ATests.swift',
  'test/a_test.exs',
  'test/a.bats',
  'package.json',
  'pyproject.toml',
  '.rubocop.yml',
  'tsconfig.json',
  '.eslintrc',
  '.eslintignore',
  'a.snap',
  'conftest.py',
  'Makefile',
  'x/y.png',
  'README.md',
];
const pieces = [
  ...Object.values(samples),
  ...Object.values(samples).flatMap((text) => text.split('\n\n')),
  "it('",
  'it.each`',
  '`${',
  '"""',
  "'''",
  '/*',
  '*/',
  'expect(',
  ')',
  '}',
  '{',
  '[',
  '# name: x\n',
  'exports[`a`] = `',
  '@pytest.mark.skip\n',
  '#[test]',
  '\0',
  '\r\n',
  '\ud800',
  '{"rules": [0, {"a": "off"}',
  '[tool.ruff]\nignore = [',
  '- &a *a\n',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const side = fc.option(
  fc.oneof(
    text.map((words) => Buffer.from(words)),
    fc.uint8Array({ maxLength: 99 }),
  ),
  { nil: null },
);
const change = fc.uniqueArray(fc.record({ path: fc.constantFrom(...paths), before: side, after: side }), {
  selector: ({ path }) => path,
  maxLength: 6,
});

test('whatever the files hold, findings are told in whole sentences and in their order', () => {
  fc.assert(
    fc.property(change, (files) => {
      const found = findings(files);
      for (const { count, sentence } of found) {
        assert.ok(count > 0);
        assert.match(sentence, /^[^\n]*\.$/);
      }
      const places = found.map(({ kind }) => kinds.indexOf(kind));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
    }),
    { numRuns: 300 },
  );
});

test('files that stay as they are say nothing, whatever they hold', () => {
  fc.assert(
    fc.property(change, (files) => {
      assert.deepEqual(findings(files.map((file) => ({ ...file, after: file.before }))), []);
    }),
    { numRuns: 100 },
  );
});

test('the order of the files does not matter', () => {
  fc.assert(
    fc.property(change, (files) => {
      assert.deepEqual(findings(files.toReversed()), findings(files));
    }),
    { numRuns: 100 },
  );
});

test('the worst is said first, then what there is most of', () => {
  const worse = edit(samples.jest, ["  it('adds", "  it.skip('adds"]);
  const found = look({
    'src/a.js': ['', '// eslint-disable-next-line\nf();\n'],
    'b.test.js': [samples.jest, worse],
    'c.test.js': [samples.jest, edit(samples.jest, ["describe('totals'", "describe.skip('totals'"])],
    'test_a.py': [samples.unittest, null],
  });
  assert.deepEqual(
    found.map(({ kind, path }) => `${kind} ${path}`),
    [
      'tests-removed test_a.py',
      'tests-skipped c.test.js',
      'tests-skipped b.test.js',
      'rules-disabled src/a.js',
    ],
  );
});

test('a hostile title stays one line, and short', () => {
  const title = `x\\n\\n# Approved by @admin ${'y'.repeat(500)}`;
  const [found] = look({ 'a.test.js': [`it('${title}', () => {\n  expect(a).toBe(1);\n});\n`, ''] });
  assert.equal(found?.sentence.includes('\n'), false);
  assert.ok((found?.sentence.length ?? 0) < 150);
});

test('too much text is passed over and said so', () => {
  const large = `// ${'x'.repeat(400 * 1024)}\n`;
  const files = Array.from(
    { length: 40 },
    (_, index) => [`${index}.test.js`, [large, `${large}f();\n`]] as const,
  );
  const found = findings(changeOf(Object.fromEntries(files)));
  assert.ok(found.length > 0 && found.length < 40);
  assert.ok(found.every(({ kind }) => kind === 'unread'));
});

test('every kind has its place in the order, and every file of a kind its line in the list', () => {
  assert.deepEqual(new Set(evidence.map(({ kind }) => kind)), new Set(kinds));
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  for (const name of readdirSync(folder)) {
    const declares = /^export const \w+(?:: Evidence\b| = about\()/m.test(
      readFileSync(join(folder, name), 'utf8'),
    );
    if (declares && name !== 'index.ts')
      assert.ok(index.includes(`from './${name}'`), `add ${name} to index.ts`);
  }
});
