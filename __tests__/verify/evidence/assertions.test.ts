import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, look, type Row, table } from './change.ts';
import * as samples from './samples.ts';

const row = (
  title: string,
  path: string,
  before: string,
  edits: [string, string][],
  ...found: string[]
): Row => ({
  title,
  files: { [path]: [before, edit(before, ...edits)] },
  found: found.map((kindAndCount) => kindAndCount.replace(' ', ` ${path} `)),
});
const inTest = (assertion: string) => `it('adds', () => {\n  const sum = add(1, 2);\n  ${assertion}\n});\n`;
const inPython = (assertion: string) => `def test_adds():\n    x = add(1, 2)\n    ${assertion}\n`;
const swap = (title: string, before: string, after: string, ...found: string[]): Row =>
  row(title, 'a.test.ts', inTest(before), [[before, after]], ...found);
const swapPython = (title: string, before: string, after: string, ...found: string[]): Row =>
  row(title, 'test_a.py', inPython(before), [[before, after]], ...found);

const [gone, loose, changed] = ['assertions-dropped 1', 'assertions-loosened 1', 'expectations-changed 1'];

/** Dropped. */
table([
  row(
    'an expectation is deleted',
    'a.test.js',
    samples.jest,
    [['    expect(total([])).toBe(0);\n', '']],
    gone,
  ),
  row(
    'an expectation is commented out',
    'a.test.js',
    samples.jest,
    [['    expect(total([]))', '    // expect(total([]))']],
    gone,
  ),
  row(
    'a test is emptied',
    'a.test.js',
    samples.jest,
    [['    expect(round(1.005)).toBe(1.01);\n    expect(round(2.675)).toBe(2.68);\n', '']],
    'assertions-dropped 2',
  ),
  row('an assert is deleted', 'test_a.py', samples.pytest, [['        assert total([]) == 0\n', '']], gone),
  row(
    'an assert is turned into a print',
    'test_a.py',
    samples.pytest,
    [['assert total([]) == 0', 'print(total([]) == 0)']],
    gone,
  ),
  row(
    'a method of unittest is deleted',
    'test_a.py',
    samples.unittest,
    [['        self.assertIsNone(self.cart.last)\n', '']],
    gone,
  ),
  row('t.Fatal turns into t.Log', 'total_test.go', samples.go, [['t.Fatal', 't.Log']], gone),
  row('assert! is deleted', 'src/lib.rs', samples.rust, [['        assert!(add(-1, 1) == 0);\n', '']], gone),
  row(
    'JUnit: an assertion is deleted',
    'TotalsTest.java',
    samples.junit,
    [['        assertTrue(Totals.total() == 0);\n', '']],
    gone,
  ),
  row(
    'xUnit: an assertion is deleted',
    'TotalsTests.cs',
    samples.xunit,
    [['        Assert.Equal(6, Totals.Total(1, 2, 3));\n', '']],
    gone,
  ),
  row(
    'RSpec: an expectation is deleted',
    'spec/a_spec.rb',
    samples.rspec,
    [['      expect(Totals.round(1.5)).to eq(2)\n', '']],
    gone,
  ),
  row(
    'PHPUnit: an assertion is deleted',
    'tests/TotalsTest.php',
    samples.phpunit,
    [['        $this->assertSame(2, roundHalfUp(1.5));\n', '']],
    gone,
  ),
  row(
    'GoogleTest: an assertion is deleted',
    'totals_test.cc',
    samples.googletest,
    [['  EXPECT_EQ(6, total({1, 2, 3}));\n', '']],
    gone,
  ),
  row(
    'XCTest: an assertion is deleted',
    'Tests/TotalsTests.swift',
    samples.xctest,
    [['        XCTAssertEqual(roundHalfUp(1.5), 2)\n', '']],
    gone,
  ),
  row(
    'ExUnit: an assertion is deleted',
    'test/a_test.exs',
    samples.exunit,
    [['      assert Totals.round(1.5) == 2\n', '']],
    gone,
  ),
  swap('what always holds takes its place', 'expect(sum).toBe(3);', 'expect(true).toBe(true);', gone),
  swap('a value is compared with itself', 'expect(sum).toBe(3);', 'expect(sum).toBe(sum);', gone),
  swapPython('what always holds takes its place in Python', 'assert x == 3', 'assert True', gone),
  swapPython('a value is compared with itself in Python', 'assert x == 3', 'assert x == x', gone),
  {
    title: 'an assertion of one test is dropped while another test gains one',
    files: {
      'a.test.js': [
        samples.jest,
        edit(
          samples.jest,
          ['    expect(total([])).toBe(0);\n', ''],
          ["    expect(() => round('x'))", "    expect(round).toBeDefined();\n    expect(() => round('x'))"],
        ),
      ],
    },
    found: ['assertions-dropped a.test.js 1'],
  },
  {
    title: 'an assertion is dropped from a test that moves',
    files: {
      'a.test.js': [
        "it('adds', () => {\n  const sum = add(1, 2);\n  expect(sum).toBe(3);\n  expect(add(0, 0)).toBe(0);\n});\n",
        '',
      ],
      'b.test.js': ['', "it('adds', () => {\n  const sum = add(1, 2);\n  expect(sum).toBe(3);\n});\n"],
    },
    found: ['assertions-dropped b.test.js 1'],
  },
  {
    title: 'what a shared function of the tests asserts is gone',
    files: {
      'tests/shared.py': ['def check(cart):\n    assert cart.total == 3\n', 'def check(cart):\n    pass\n'],
    },
    found: ['assertions-dropped tests/shared.py 1'],
  },
]);

/** Loosened. */
table([
  swap('toBe turns into toBeTruthy', 'expect(sum).toBe(3);', 'expect(sum).toBeTruthy();', loose),
  swap('toBe turns into toBeDefined', 'expect(sum).toBe(3);', 'expect(sum).toBeDefined();', loose),
  swap(
    'toEqual turns into expect.anything()',
    'expect(sum).toEqual({ a: 1 });',
    'expect(sum).toEqual(expect.anything());',
    loose,
  ),
  swap(
    'toEqual turns into toMatchObject',
    'expect(sum).toEqual({ a: 1 });',
    'expect(sum).toMatchObject({});',
    loose,
  ),
  swap(
    'toBe turns into toContain',
    "expect(text).toBe('the sum is 3');",
    "expect(text).toContain('3');",
    loose,
  ),
  swap('toBe turns into toBeCloseTo', 'expect(sum).toBe(3);', 'expect(sum).toBeCloseTo(3);', loose),
  swap('strict equality turns into loose', 'assert(sum === 3);', 'assert(sum == 3);', loose),
  swap('strictEqual turns into ok', 'assert.strictEqual(sum, 3);', 'assert.ok(sum);', loose),
  swap('it may be anything but', 'expect(sum).toBe(3);', 'expect(sum).not.toBe(4);', loose),
  swap(
    'any error will do',
    "expect(() => add('x')).toThrow('not a number');",
    "expect(() => add('x')).toThrow();",
    loose,
  ),
  swap('fewer digits count', 'expect(sum).toBeCloseTo(3, 5);', 'expect(sum).toBeCloseTo(3, 1);', loose),
  swapPython('equality turns into containment', "assert x == 'the sum is 3'", "assert '3' in x", loose),
  swapPython('equality turns into truth', 'assert x == 3', 'assert x', loose),
  swapPython('equality turns into a type', 'assert x == 3', 'assert isinstance(x, int)', loose),
  swapPython('equality turns into approx', 'assert x == 3', 'assert x == pytest.approx(3)', loose),
  swapPython(
    'a tolerance grows',
    'assert x == pytest.approx(3, rel=1e-9)',
    'assert x == pytest.approx(3, rel=1e-1)',
    loose,
  ),
  swapPython(
    'any exception will do',
    'with pytest.raises(ValueError): f()',
    'with pytest.raises(Exception): f()',
    loose,
  ),
  row(
    'assertEqual turns into assertTrue',
    'test_a.py',
    samples.unittest,
    [['self.assertEqual(self.cart.total(), 3)', 'self.assertTrue(self.cart.total())']],
    loose,
  ),
  row('places shrink', 'test_a.py', samples.unittest, [['places=7', 'places=1']], loose),
  row(
    'assert_eq! turns into assert!',
    'src/lib.rs',
    samples.rust,
    [['assert_eq!(add(1, 2), 3)', 'assert!(add(1, 2) > 0)']],
    loose,
  ),
  row(
    'assertEquals turns into assertNotNull',
    'TotalsTest.java',
    samples.junit,
    [['assertEquals(2, Totals.round(1.5))', 'assertNotNull(Totals.round(1.5))']],
    loose,
  ),
  row(
    'eq turns into be_truthy',
    'spec/a_spec.rb',
    samples.rspec,
    [['.sum).to eq(3)', '.sum).to be_truthy']],
    loose,
  ),
  row(
    'assertSame turns into assertEquals',
    'tests/TotalsTest.php',
    samples.phpunit,
    [['assertSame(6', 'assertEquals(6']],
    loose,
  ),
  row('a bound of GoogleTest grows', 'totals_test.cc', samples.googletest, [['1e-9', '0.5']], loose),
  row(
    'a strong one goes for two weak ones',
    'a.test.js',
    samples.jest,
    [["toThrow('not a number')", 'toThrow();\n    expect(round).toBeDefined()']],
    loose,
  ),
]);

/** Another value is expected. */
table([
  swap('another number', 'expect(sum).toBe(3);', 'expect(sum).toBe(4);', changed),
  swap(
    'another text over several lines',
    'expect(sum).toEqual({\n    a: 1,\n  });',
    'expect(sum).toEqual({\n    a: 2,\n  });',
    changed,
  ),
  swap(
    'an inline snapshot',
    'expect(sum).toMatchInlineSnapshot(`3`);',
    'expect(sum).toMatchInlineSnapshot(`\n    4\n  `);',
    changed,
  ),
  swapPython('another number in Python', 'assert x == 3', 'assert x == 4', changed),
  row('another number in Rust', 'src/lib.rs', samples.rust, [['add(1, 2), 3', 'add(1, 2), 4']], changed),
  row('another number in RSpec', 'spec/a_spec.rb', samples.rspec, [['eq(2)', 'eq(1)']], changed),
]);

/** Nothing that a reviewer need be told. */
table([
  swap('a function of the product gets another name', 'expect(sum(1)).toBe(3);', 'expect(total(1)).toBe(3);'),
  swap(
    'an assertion is formatted anew',
    'expect(sum).toEqual([1, 2]);',
    'expect(\n    sum,\n  ).toEqual([1, 2]);',
  ),
  swap('an assertion gets stricter', 'expect(sum).toBeTruthy();', 'expect(sum).toBe(3);'),
  swap('more digits count', 'expect(sum).toBeCloseTo(3, 1);', 'expect(sum).toBeCloseTo(3, 5);'),
  swapPython(
    'a tolerance shrinks',
    'assert x == pytest.approx(3, rel=1e-1)',
    'assert x == pytest.approx(3, rel=1e-9)',
  ),
  swap('one is added', 'expect(sum).toBe(3);', 'expect(sum).toBe(3);\n  expect(sum).toBeDefined();'),
  swapPython('a comment says assert', 'assert x == 3', 'assert x == 3  # assert y == 4'),
  {
    title: 'a test is split into two',
    files: {
      'a.test.js': [
        samples.jest,
        edit(samples.jest, [
          '    expect(total([])).toBe(0);\n  });',
          "  });\n\n  it('is zero for an empty cart', () => {\n    expect(total([])).toBe(0);\n  });",
        ]),
      ],
    },
    found: [],
  },
  {
    title: 'an assertion moves to a shared function of the tests',
    files: {
      'tests/test_a.py': [inPython('assert x == 3'), inPython('check(x)')],
      'tests/shared.py': ['', 'def check(x):\n    assert x == 3\n'],
    },
    found: [],
  },
  {
    title: 'code of the product has fewer assertions',
    files: { 'src/a.py': ['def f(x):\n    assert x == 3\n', 'def f(x):\n    pass\n'] },
    found: [],
  },
]);

test('a naive count misses the weaker word, the other value and the assertion made up for elsewhere', () => {
  const naive = (text: string): number => text.match(/\bexpect\(/g)?.length ?? 0;
  const before = samples.jest;
  for (const after of [
    edit(before, ['toBe(6)', 'toBeTruthy()']),
    edit(before, ['toBe(6)', 'toBe(7)']),
    edit(before, ['expect(total([])).toBe(0)', 'expect(true).toBe(true)']),
  ]) {
    assert.equal(naive(before), naive(after));
    assert.equal(look({ 'a.test.js': [before, after] }).length, 1);
  }
});

test('the sentences say what became of how many', () => {
  const after = edit(
    samples.jest,
    ['toBe(6)', 'toBeTruthy()'],
    ['    expect(round(2.675)).toBe(2.68);\n', ''],
    ["'not a number'", "'no number'"],
  );
  assert.deepEqual(
    look({ 'a.test.js': [samples.jest, after] }).map(({ sentence }) => sentence),
    [
      '1 assertion is gone from tests of a.test.js that stay.',
      '1 assertion in a.test.js pins down less than before.',
      '1 assertion in a.test.js expects something else than before.',
    ],
  );
});
