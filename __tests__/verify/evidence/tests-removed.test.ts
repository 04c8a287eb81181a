import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, look, type Row, table } from './change.ts';
import * as samples from './samples.ts';

const cut = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  assert.ok(start !== -1 && end !== -1, `${from} … ${to}`);
  return text.slice(0, start) + text.slice(end);
};

/** How many lines seem to declare a test: what a naive count goes by. */
const naive = (text: string): number => text.match(/\b(?:it|test|def test_\w+)\(/g)?.length ?? 0;

/** In each language a test is gone. */
const one: readonly Row[] = [
  {
    title: 'JavaScript: a call of it() is gone',
    files: { 'test/a.test.js': [samples.jest, cut(samples.jest, "  it('rounds", '  // it(')] },
    found: ['tests-removed test/a.test.js 1'],
  },
  {
    title: 'node:test: a subtest is gone',
    files: {
      'test/parse.test.js': [
        samples.nodeTest,
        cut(samples.nodeTest, '  await t.test', "  assert.equal(parse('a=1&a=2')"),
      ],
    },
    found: ['tests-removed test/parse.test.js 1'],
  },
  {
    title: 'pytest: a function is gone',
    files: {
      'tests/test_totals.py': [
        samples.pytest,
        cut(samples.pytest, '    def test_adds', '    @pytest.mark.param'),
      ],
    },
    found: ['tests-removed tests/test_totals.py 1'],
  },
  {
    title: 'unittest: a method is gone',
    files: {
      'tests/test_cart.py': [
        samples.unittest,
        cut(samples.unittest, '    def test_empty', '    def test_add'),
      ],
    },
    found: ['tests-removed tests/test_cart.py 1'],
  },
  {
    title: 'Go: a function is gone',
    files: { 'total_test.go': [samples.go, samples.go.slice(0, samples.go.indexOf('func TestRound'))] },
    found: ['tests-removed total_test.go 1'],
  },
  {
    title: 'Rust: the attribute is gone, the function stays',
    files: {
      'src/lib.rs': [
        samples.rust,
        edit(samples.rust, ['    #[test]\n    fn adds_negative', '    fn adds_negative']),
      ],
    },
    found: ['tests-removed src/lib.rs 1'],
  },
  {
    title: 'JUnit: the annotation is gone, the method stays',
    files: {
      'src/test/java/shop/TotalsTest.java': [
        samples.junit,
        edit(samples.junit, ['    @Test\n    @Disp', '    @Disp']),
      ],
    },
    found: ['tests-removed src/test/java/shop/TotalsTest.java 1'],
  },
  {
    title: 'xUnit: a method is gone',
    files: { 'Tests/TotalsTests.cs': [samples.xunit, cut(samples.xunit, '    [Fact]', '    [Theory]')] },
    found: ['tests-removed Tests/TotalsTests.cs 1'],
  },
  {
    title: 'RSpec: an example is gone',
    files: { 'spec/totals_spec.rb': [samples.rspec, cut(samples.rspec, "    it 'rounds", '  end\nend')] },
    found: ['tests-removed spec/totals_spec.rb 1'],
  },
  {
    title: 'PHPUnit: a method is gone',
    files: {
      'tests/TotalsTest.php': [
        samples.phpunit,
        cut(samples.phpunit, '    public function testAdds', '    public function testR'),
      ],
    },
    found: ['tests-removed tests/TotalsTest.php 1'],
  },
  {
    title: 'GoogleTest: a macro is gone',
    files: { 'tests/totals_test.cc': [samples.googletest, cut(samples.googletest, 'TEST(', 'TEST_F(')] },
    found: ['tests-removed tests/totals_test.cc 1'],
  },
  {
    title: 'XCTest: a method is gone',
    files: {
      'Tests/TotalsTests.swift': [
        samples.xctest,
        cut(samples.xctest, '    func testAdds', '    func testRounds'),
      ],
    },
    found: ['tests-removed Tests/TotalsTests.swift 1'],
  },
  {
    title: 'ExUnit: a test is gone',
    files: {
      'test/totals_test.exs': [samples.exunit, cut(samples.exunit, '    test "rounds', '  end\nend')],
    },
    found: ['tests-removed test/totals_test.exs 1'],
  },
  {
    title: 'Bats: a test is gone',
    files: { 'test/total.bats': [samples.bats, cut(samples.bats, '@test "adds"', '@test "says')] },
    found: ['tests-removed test/total.bats 1'],
  },
];

/** What a count of words would not see. */
const missed: readonly Row[] = [
  {
    title: 'a test is commented out',
    files: {
      'a.test.ts': [
        "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n",
        "/* it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n}); */\n",
      ],
    },
    found: ['tests-removed a.test.ts 1'],
  },
  {
    title: 'a test is put into a string',
    files: {
      'test_a.py': [
        'def test_adds():\n    assert add(1, 2) == 3\n',
        '"""\ndef test_adds():\n    assert add(1, 2) == 3\n"""\n',
      ],
    },
    found: ['tests-removed test_a.py 1'],
  },
  {
    title: 'another test takes its place, so that the number stays',
    files: {
      'a.test.js': [
        samples.jest,
        cut(samples.jest, "  it('rounds", '  // it(').replace(
          '  // it(',
          "  it('exists', () => {\n    expect(typeof round).toBe('function');\n  });\n\n  // it(",
        ),
      ],
    },
    found: ['tests-removed a.test.js 1'],
  },
  {
    title: 'a test is renamed so that pytest does not collect it',
    files: {
      'test_a.py': [
        'def test_adds():\n    assert add(1, 2) == 3\n',
        'def check_adds():\n    assert add(1, 2) == 3\n',
      ],
    },
    found: ['tests-removed test_a.py 1'],
  },
  {
    title: 'a file is renamed so that no runner finds it',
    files: {
      'tests/test_cart.py': [samples.unittest, null],
      'tests/cart_cases.py': [null, samples.unittest],
    },
    found: ['tests-removed tests/test_cart.py 2'],
  },
  {
    title: 'a file is put aside under an ending that no language has',
    files: {
      'tests/test_cart.py': [samples.unittest, null],
      'tests/test_cart.py.bak': [null, samples.unittest],
    },
    found: ['tests-removed tests/test_cart.py 2'],
  },
  {
    title: 'rows of a parametrised test are gone',
    files: { 'test_a.py': [samples.pytest, edit(samples.pytest, ['            (2.675, 2.68),\n', ''])] },
    found: ['tests-removed test_a.py 1'],
  },
  {
    title: 'rows of it.each are gone',
    files: {
      'a.test.ts': [
        "it.each([[1, 1], [2, 4], [3, 9]])('squares %i', (n, m) => {\n  expect(square(n)).toBe(m);\n});\n",
        "it.each([[1, 1]])('squares %i', (n, m) => {\n  expect(square(n)).toBe(m);\n});\n",
      ],
    },
    found: ['tests-removed a.test.ts 2'],
  },
  {
    title: 'rows of a table in Go are gone',
    files: { 'total_test.go': [samples.go, edit(samples.go, ['\t\t{"two", []int{1, 2}, 3},\n', ''])] },
    found: ['tests-removed total_test.go 1'],
  },
  {
    title: 'rows of inline data in C# are gone',
    files: {
      'TotalsTests.cs': [samples.xunit, edit(samples.xunit, ['    [InlineData(2.675, 2.68)]\n', ''])],
    },
    found: ['tests-removed TotalsTests.cs 1'],
  },
  {
    title: 'a test is deleted while a test of the same name is added elsewhere for something else',
    files: {
      'a.test.js': ["it('works', () => {\n  expect(total([1])).toBe(1);\n});\n", ''],
      'b.test.js': ['', "it('works', () => {\n  expect(typeof total).toBe('function');\n});\n"],
    },
    found: ['tests-removed a.test.js 1'],
  },
  {
    title: 'a file of tests in a language of which we cannot tell the tests is gone',
    files: { 't/basic.t': ['use Test::More;\nok(1);\n', null] },
    found: ['tests-removed t/basic.t 1'],
  },
];

/** What a count in each file would call a deletion. */
const innocent: readonly Row[] = [
  {
    title: 'a test moves to another file',
    files: {
      'test/a.test.js': [samples.jest, cut(samples.jest, "  it('rounds", '  // it(')],
      'test/round.test.js': [
        null,
        "it('rounds half a cent up', () => {\n  expect(round(1.005)).toBe(1.01);\n  expect(round(2.675)).toBe(2.68);\n});\n",
      ],
    },
    found: [],
  },
  {
    title: 'a test is renamed in its file',
    files: {
      'a.test.js': [
        samples.jest,
        edit(samples.jest, ['rounds half a cent up', 'rounds to the nearest cent']),
      ],
    },
    found: [],
  },
  {
    title: 'a test moves and is renamed',
    files: {
      'tests/test_totals.py': [
        samples.pytest,
        cut(samples.pytest, '    def test_adds', '    @pytest.mark.param'),
      ],
      'tests/test_sum.py': [
        null,
        'def test_sums_a_cart(cart):\n    assert total(cart) == 6\n    assert total([]) == 0\n',
      ],
    },
    found: [],
  },
  {
    title: 'a file of tests is renamed',
    files: { 'test/a.test.js': [samples.jest, null], 'test/totals.test.js': [null, samples.jest] },
    found: [],
  },
  {
    title: 'a file of tests in an unknown language is renamed',
    files: { 't/basic.t': ['ok(1);\n', null], 't/00-basic.t': [null, 'ok(1);\n'] },
    found: [],
  },
  {
    title: 'a file of tests is split into two',
    files: {
      'tests/test_cart.py': [samples.unittest, null],
      'tests/test_empty.py': [
        null,
        cut(samples.unittest, '    def test_add', '        self.assertAlmostEqual(').replace(
          / {8}self\.assertAlmost.*\n/,
          '',
        ),
      ],
      'tests/test_add.py': [null, cut(samples.unittest, '    def test_empty', '    def test_add')],
    },
    found: [],
  },
  {
    title: 'a class or a group around tests gets another name',
    files: {
      'test_a.py': [samples.pytest, edit(samples.pytest, ['TestTotals', 'TestSums'])],
      'a.test.js': [samples.jest, edit(samples.jest, ["describe('totals'", "describe('sums'"])],
    },
    found: [],
  },
  {
    title: 'tests are added',
    files: {
      'a.test.js': [samples.jest, `${samples.jest}it('more', () => {\n  expect(more()).toBe(1);\n});\n`],
      'test_b.py': [null, samples.unittest],
      'total_test.go': [samples.go, edit(samples.go, ['\t\t{"two"', '\t\t{"three", nil, 0},\n\t\t{"two"'])],
    },
    found: [],
  },
  {
    title: 'everything is indented and formatted anew',
    files: { 'a.test.js': [samples.jest, samples.jest.replaceAll('  ', '\t').replaceAll('\n', '\r\n')] },
    found: [],
  },
  {
    title: 'what is not a test is deleted',
    files: {
      'src/test(x).js': ['const ok = /a/.test(x);\nfunction test(a) { return a; }\ntest(1);\n', null],
      'src/totals.py': ['def total():\n    assert True\n', null],
    },
    found: [],
  },
  {
    title: 'a call that is named like a test stands in the code of a test',
    files: {
      'a.test.js': [
        "it('a', () => {\n  expect(/x/.test(y)).toBe(true);\n});\n",
        "it('a', () => {\n  const ok = y === 'x';\n  expect(/x/.test(y)).toBe(true);\n});\n",
      ],
    },
    found: [],
  },
];

table([...one, ...missed, ...innocent]);

test('a naive count misses the test that another one replaced, and the one in a comment', () => {
  for (const row of missed.slice(0, 3)) {
    const [[before, after] = [null, null]] = Object.values(row.files);
    assert.equal(naive(before ?? ''), naive(after ?? ''), row.title);
    assert.equal(look(row.files)[0]?.kind, 'tests-removed', row.title);
  }
});

test('the sentence names the tests, and the file that is gone with them', () => {
  assert.deepEqual(
    look({ 'tests/test_cart.py': [samples.unittest, null] }).map(({ sentence }) => sentence),
    ['tests/test_cart.py is gone, and with it 2 tests: “test_empty”, “test_add”.'],
  );
  assert.deepEqual(
    look({ 'src/lib.rs': [samples.rust, edit(samples.rust, ['#[test]', ''])] }).map(
      ({ sentence }) => sentence,
    ),
    ['2 tests of src/lib.rs are gone: “adds”, “adds_negative”.'],
  );
});
