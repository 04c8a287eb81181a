import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit, look, type Row, table } from './change.ts';
import * as samples from './samples.ts';

const row = (title: string, path: string, before: string, edits: [string, string][], count = 1): Row => ({
  title,
  files: { [path]: [before, edit(before, ...edits)] },
  found: count === 0 ? [] : [`tests-skipped ${path} ${count}`],
});

table([
  row('it.skip', 'a.test.js', samples.jest, [["it('adds", "it.skip('adds"]]),
  row('xit', 'a.test.js', samples.jest, [["it('adds", "xit('adds"]]),
  row('it.todo with its body kept', 'a.test.js', samples.jest, [["it('adds", "it.todo('adds"]]),
  row('it.fails', 'a.test.js', samples.jest, [["it('adds", "it.fails('adds"]]),
  row(
    'describe.skip counts each test in it',
    'a.test.js',
    samples.jest,
    [["describe('totals'", "describe.skip('totals'"]],
    3,
  ),
  row('it.only skips all the others', 'a.test.js', samples.jest, [["it('adds", "it.only('adds"]], 2),
  row('fit skips all the others', 'a.spec.ts', samples.jest, [["it('adds", "fit('adds"]], 2),
  row('a condition that is never met', 'a.test.js', samples.jest, [["it('adds", "it.runIf(false)('adds"]]),
  row('an option of node:test', 'a.test.js', samples.nodeTest, [
    ["test('reads a pair', () =>", "test('reads a pair', { skip: true }, () =>"],
  ]),
  row('an option with a reason', 'a.test.js', samples.nodeTest, [
    ["test('reads a pair', () =>", "test('reads a pair', { skip: 'later' }, () =>"],
  ]),
  row(
    'the test skips itself',
    'a.test.js',
    samples.nodeTest,
    [['  await t.test', '  t.skip();\n  await t.test']],
    2,
  ),
  row('a test of Playwright skips itself', 'e2e/a.spec.ts', samples.jest, [
    ["it('adds the items of a cart', () => {", "it('adds the items of a cart', () => {\n    test.skip();"],
  ]),
  row('the test returns before anything else', 'a.test.js', samples.jest, [
    ["a cart', () => {", "a cart', () => {\n    return;"],
  ]),
  row('pytest.mark.skip', 'test_a.py', samples.pytest, [
    ['def test_refuses', '@pytest.mark.skip(reason="flaky")\ndef test_refuses'],
  ]),
  row('pytest.mark.xfail', 'test_a.py', samples.pytest, [
    ['def test_refuses', '@pytest.mark.xfail\ndef test_refuses'],
  ]),
  row('pytest.mark.skipif', 'test_a.py', samples.pytest, [
    ['def test_refuses', '@pytest.mark.skipif(True, reason="x")\ndef test_refuses'],
  ]),
  row(
    'a mark for the whole file',
    'test_a.py',
    samples.pytest,
    [['\n\n@pytest.fixture', '\n\npytestmark = pytest.mark.skip\n\n@pytest.fixture']],
    3,
  ),
  row(
    'a mark for a class',
    'test_a.py',
    samples.pytest,
    [['class TestTotals', '@pytest.mark.skip\nclass TestTotals']],
    2,
  ),
  row('pytest.skip() in a test', 'test_a.py', samples.pytest, [
    ['    with pytest.raises', '    pytest.skip("later")\n    with pytest.raises'],
  ]),
  row('a return at the start of a test', 'test_a.py', samples.unittest, [
    ['    def test_add(self):\n', '    def test_add(self):\n        return\n'],
  ]),
  row('unittest.skip', 'test_a.py', samples.unittest, [
    ['    def test_empty', "    @unittest.skip('x')\n    def test_empty"],
  ]),
  row('expectedFailure', 'test_a.py', samples.unittest, [
    ['    def test_empty', '    @unittest.expectedFailure\n    def test_empty'],
  ]),
  row(
    'SkipTest for a whole file',
    'test_a.py',
    samples.unittest,
    [['\n\nclass', "\nraise unittest.SkipTest('x')\n\nclass"]],
    2,
  ),
  row('t.Skip()', 'total_test.go', samples.go, [['\tif Round', '\tt.Skip("flaky")\n\tif Round']]),
  row('#[ignore]', 'src/lib.rs', samples.rust, [['    fn adds()', '    #[ignore]\n    fn adds()']]),
  row(
    'a module of tests that is never built',
    'src/lib.rs',
    samples.rust,
    [['#[cfg(test)]', '#[cfg(any())]']],
    2,
  ),
  row('@Disabled', 'TotalsTest.java', samples.junit, [
    ['    void adds', '    @Disabled("flaky")\n    void adds'],
  ]),
  row(
    '@Disabled on a class',
    'TotalsTest.java',
    samples.junit,
    [['class Totals', '@Disabled\nclass Totals']],
    2,
  ),
  row('Skip of a fact', 'TotalsTests.cs', samples.xunit, [['[Fact]', '[Fact(Skip = "later")]']]),
  row('xit of RSpec', 'spec/a_spec.rb', samples.rspec, [["it 'adds", "xit 'adds"]]),
  row('skip in an example', 'spec/a_spec.rb', samples.rspec, [
    ['do\n      expect(Totals.new', "do\n      skip 'later'\n      expect(Totals.new"],
  ]),
  row('a mark on an example', 'spec/a_spec.rb', samples.rspec, [
    ["it 'adds them' do", "it 'adds them', :skip do"],
  ]),
  row('a focus on an example', 'spec/a_spec.rb', samples.rspec, [
    ["it 'adds them' do", "it 'adds them', focus: true do"],
  ]),
  row('markTestSkipped', 'tests/TotalsTest.php', samples.phpunit, [
    ['        $this->assertSame(6', '        $this->markTestSkipped();\n        $this->assertSame(6'],
  ]),
  row('DISABLED_', 'totals_test.cc', samples.googletest, [['Totals, Adds', 'Totals, DISABLED_Adds']]),
  row('XCTSkip', 'Tests/TotalsTests.swift', samples.xctest, [
    ['throws {\n', 'throws {\n        throw XCTSkip("later")\n'],
  ]),
  row('@tag :skip', 'test/a_test.exs', samples.exunit, [
    ['    test "adds"', '    @tag :skip\n    test "adds"'],
  ]),
  row('skip of Bats', 'test/a.bats', samples.bats, [
    ['  run ./total 1 2', '  skip "later"\n  run ./total 1 2'],
  ]),
]);

/** What a count of markers would not see. */
table([
  {
    title: 'another test is skipped while one no longer is',
    files: {
      'a.test.js': [
        edit(samples.jest, ["it('adds", "it.skip('adds"]),
        edit(samples.jest, ["it('rounds", "it.skip('rounds"]),
      ],
    },
    found: ['tests-skipped a.test.js 1'],
  },
  {
    title: 'a test moves to another file and is skipped there',
    files: {
      'a.test.js': ["it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n", ''],
      'b.test.js': ['', "it.skip('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n"],
    },
    found: ['tests-skipped b.test.js 1'],
  },
  {
    title: 'a test moves into a group that is skipped already',
    files: {
      'a.test.js': [
        "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\ndescribe.skip('old', () => {\n});\n",
        "describe.skip('old', () => {\n  it('adds', () => {\n    expect(add(1, 2)).toBe(3);\n  });\n});\n",
      ],
    },
    found: ['tests-skipped a.test.js 1'],
  },
  {
    title: 'a new test does not run',
    files: {
      'test_new.py': [null, 'import pytest\n\n@pytest.mark.skip\ndef test_new():\n    assert new() == 1\n'],
    },
    found: ['tests-skipped test_new.py 1'],
  },
  {
    title: 'the settings leave tests out',
    files: {
      'jest.config.js': [
        'module.exports = {};\n',
        "module.exports = {\n  testPathIgnorePatterns: ['totals'],\n};\n",
      ],
      'pytest.ini': [
        '[pytest]\naddopts = -q\n',
        '[pytest]\naddopts = -q --deselect tests/test_a.py::test_adds\n',
      ],
      'conftest.py': [null, "collect_ignore = ['test_a.py']\n"],
    },
    found: ['tests-skipped conftest.py 1', 'tests-skipped jest.config.js 1', 'tests-skipped pytest.ini 1'],
  },
]);

/** What a count of words would take for a skipped test. */
table([
  row(
    'a comment speaks of skipping',
    'a.test.js',
    samples.jest,
    [["  it('adds", "  // it.skip( was here, see xit(\n  it('adds"]],
    0,
  ),
  row(
    'a string speaks of skipping',
    'test_a.py',
    samples.pytest,
    [['    text = """', '    text = """\n@pytest.mark.skip']],
    0,
  ),
  row(
    'a method of the product is called skip',
    'a.test.js',
    samples.jest,
    [['    expect(total([]))', '    list.skip(1);\n    expect(total([]))']],
    0,
  ),
  row(
    'a skip is lifted',
    'a.test.js',
    edit(samples.jest, ["it('adds", "it.skip('adds"]),
    [['it.skip', 'it']],
    0,
  ),
  row(
    'an option that says false',
    'a.test.js',
    samples.nodeTest,
    [["test('reads a pair', () =>", "test('reads a pair', { skip: false }, () =>"]],
    0,
  ),
  {
    title: 'a skipped test moves with its file',
    files: {
      'a.test.js': [edit(samples.jest, ["it('adds", "it.skip('adds"]), null],
      'b.test.js': [null, edit(samples.jest, ["it('adds", "it.skip('adds"])],
    },
    found: [],
  },
  {
    title: 'a new test runs on some systems only',
    files: {
      'test_new.py': [
        null,
        "@pytest.mark.skipif(sys.platform == 'win32', reason='x')\ndef test_new():\n    assert new() == 1\n",
      ],
      'new.test.js': [
        null,
        "test('new', (t) => {\n  if (!process.getuid) {\n    t.skip('no uid here');\n    return;\n  }\n  assert.equal(run(), 1);\n});\n",
      ],
    },
    found: [],
  },
]);

test('the sentence tells skipped tests from those that run under a condition', () => {
  const files = {
    'test_a.py': [
      samples.pytest,
      edit(
        samples.pytest,
        ['def test_refuses', '@pytest.mark.skipif(OLD)\ndef test_refuses'],
        ['    def test_adds', '    @pytest.mark.skip\n    def test_adds'],
      ),
    ],
  } as const;
  assert.deepEqual(
    look(files).map(({ sentence }) => sentence),
    [
      '1 test of test_a.py no longer counts: “test_adds”.',
      '1 test of test_a.py runs only under a condition now: “test_refuses_words”.',
    ],
  );
});
