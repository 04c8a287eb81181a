import { edit, type Row, table } from './change.ts';
import * as samples from './samples.ts';

const row = (
  title: string,
  path: string,
  before: string | null,
  after: string | null,
  ...found: string[]
): Row => ({
  title,
  files: { [path]: [before, after] },
  found: found.map((kindAndCount) => kindAndCount.replace(' ', ` ${path} `)),
});
const inserted = (text: string, before: string, what: string): string => edit(text, [before, what + before]);
const js = (title: string, what: string, ...found: string[]): Row =>
  row(
    title,
    'a.test.js',
    samples.jest,
    inserted(samples.jest, '    expect(total([]))', `${what}\n`),
    ...found,
  );
const py = (title: string, what: string, ...found: string[]): Row =>
  row(
    title,
    'test_a.py',
    samples.unittest,
    inserted(samples.unittest, '        self.assertIsNone', `${what}\n`),
    ...found,
  );

/** The verdict is made, not found. */
const forged = 'outcome-forged 1';
table([
  js('a test ends the process as if all were well', '    process.exit(0);', forged),
  py('a test ends the process in Python', '        os._exit(0)', forged),
  py('a test ends the run of pytest', '        pytest.exit("done", returncode=0)', forged),
  row(
    'a new conftest.py rewrites what pytest reports',
    'conftest.py',
    null,
    'import pytest\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    rep = (yield).get_result()\n    rep.outcome = "passed"\n',
    'outcome-forged 2',
  ),
  row(
    'a conftest.py sets the exit status',
    'tests/conftest.py',
    'import pytest\n',
    'import pytest\n\ndef pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    'outcome-forged 2',
  ),
  row(
    'a set-up file replaces an assertion',
    'jest.setup.js',
    '',
    "import assert from 'node:assert';\nassert.equal = () => {};\n",
    forged,
  ),
  row('a set-up file replaces expect', 'vitest.setup.ts', '', 'globalThis.expect = fake;\n', forged),
  row(
    'a set-up file waits for the end of the process',
    'test/setup.js',
    '',
    "process.on('exit', () => { process.exitCode = 0; });\n",
    forged,
  ),
  row(
    'the product ends the process when it is loaded',
    'src/totals.js',
    'export const a = 1;\n',
    'export const a = 1;\nprocess.exit(0);\n',
    forged,
  ),
  js('failures of a test are swallowed', '    try { check(); } catch {}', forged),
  js('failures of a test are swallowed in a promise', '    await check().catch(() => {});', forged),
  py(
    'failures of a test are swallowed in Python',
    '        try:\n            check()\n        except Exception:\n            pass',
    forged,
  ),
  row(
    'a script of package.json does nothing any more',
    'package.json',
    '{"scripts":{"test":"jest"}}',
    '{"scripts":{"test":"exit 0"}}',
    forged,
  ),
  row(
    'a script of package.json passes whatever fails',
    'package.json',
    '{"scripts":{"test":"jest"}}',
    '{"scripts":{"test":"jest || true"}}',
    forged,
  ),
  row('a recipe passes whatever fails', 'Makefile', 'test:\n\tpytest\n', 'test:\n\tpytest || true\n', forged),
  row('a script says less', 'package.json', '{"scripts":{"test":"a && b"}}', '{"scripts":{"test":"b"}}'),
  row('a command may end well', 'bin/tool.js', 'run();\n', 'run();\nprocess.exit(0);\n'),
  row('a command may fail', 'src/tool.js', 'run();\n', 'run();\nprocess.exit(1);\n'),
  js('a comment speaks of the end', '    // never process.exit(0) here'),
  js('an error is caught and judged', '    try { check(); } catch (error) { note(error); }'),
]);

/** Tests may try again. */
const retried = 'tests-retried 1';
table([
  js('jest.retryTimes', '    jest.retryTimes(3);', retried),
  row(
    'an option of Vitest',
    'a.test.js',
    samples.jest,
    edit(samples.jest, [
      "it('adds the items of a cart', ()",
      "it('adds the items of a cart', { retry: 3 }, ()",
    ]),
    retried,
  ),
  row(
    'this.retries of Mocha',
    'a.test.js',
    samples.jest,
    edit(samples.jest, [
      "describe('totals', () => {",
      "describe('totals', function () {\n  this.retries(2);",
    ]),
    retried,
  ),
  row(
    'an option of Playwright',
    'e2e/a.spec.ts',
    samples.jest,
    inserted(samples.jest, "describe('totals'", 'test.describe.configure({ retries: 2 });\n'),
    retried,
  ),
  row(
    'settings of Playwright',
    'playwright.config.ts',
    'export default { retries: 1 };\n',
    'export default { retries: 5 };\n',
    retried,
  ),
  row(
    'settings that retry in CI',
    'playwright.config.ts',
    'export default {\n};\n',
    'export default {\n  retries: process.env.CI ? 2 : 0,\n};\n',
    retried,
  ),
  row(
    'a mark of pytest',
    'test_a.py',
    samples.pytest,
    inserted(samples.pytest, 'def test_refuses', '@pytest.mark.flaky(reruns=3)\n'),
    retried,
  ),
  row(
    'an option of pytest',
    'pytest.ini',
    '[pytest]\naddopts = -q\n',
    '[pytest]\naddopts = -q --reruns 3\n',
    retried,
  ),
  row(
    'a script in package.json',
    'package.json',
    '{"scripts":{"test":"vitest"}}',
    '{"scripts":{"test":"vitest --retry 3"}}',
    retried,
  ),
  row('nextest', '.config/nextest.toml', '[profile.ci]\n', '[profile.ci]\nretries = 2\n', retried),
  row(
    'Surefire',
    'pom.xml',
    '<configuration>\n</configuration>\n',
    '<configuration>\n<rerunFailingTestsCount>2</rerunFailingTestsCount>\n</configuration>\n',
    retried,
  ),
  row(
    'JUnit',
    'TotalsTest.java',
    samples.junit,
    edit(samples.junit, ['    void adds', '    @RepeatedIfExceptionsTest(repeats = 3)\n    void adds']),
    retried,
  ),
  js('a client under test may retry', '    const client = new Client({ retries: 3 });'),
  row(
    'no retry any more',
    'playwright.config.ts',
    'export default { retries: 2 };\n',
    'export default { retries: 0 };\n',
  ),
]);

/** Tests wait. */
const slowed = 'tests-slowed 1';
table([
  js('a promise of setTimeout', '    await new Promise((resolve) => setTimeout(resolve, 500));', slowed),
  js('sleep()', '    await sleep(100);', slowed),
  js('a wait of Playwright', '    await page.waitForTimeout(1000);', slowed),
  js('this.timeout of Mocha', '    this.timeout(20000);', slowed),
  row(
    'a third argument of it()',
    'a.test.js',
    samples.jest,
    edit(samples.jest, ['toBe(2.68);\n  });', 'toBe(2.68);\n  }, 30_000);']),
    slowed,
  ),
  row(
    'settings of Vitest',
    'vitest.config.ts',
    'export default { test: { testTimeout: 5000 } };\n',
    'export default { test: { testTimeout: 60_000 } };\n',
    slowed,
  ),
  row(
    'settings of pytest',
    'pyproject.toml',
    '[tool.pytest.ini_options]\ntimeout = 10\n',
    '[tool.pytest.ini_options]\ntimeout = 300\n',
    slowed,
  ),
  py('time.sleep()', '        time.sleep(0.5)', slowed),
  py('asyncio.sleep()', '        await asyncio.sleep(2)', slowed),
  row(
    'a mark of pytest',
    'test_a.py',
    samples.pytest,
    inserted(samples.pytest, 'def test_refuses', '@pytest.mark.timeout(300)\n'),
    slowed,
  ),
  row(
    'time.Sleep in Go',
    'total_test.go',
    samples.go,
    edit(samples.go, ['\tif Round', '\ttime.Sleep(time.Second)\n\tif Round']),
    slowed,
  ),
  row(
    'thread::sleep in Rust',
    'tests/a_test.rs',
    samples.rust,
    edit(samples.rust, [
      '        assert_eq!(add(1',
      '        std::thread::sleep(Duration::from_millis(50));\n        assert_eq!(add(1',
    ]),
    slowed,
  ),
  row(
    'Thread.sleep in Java',
    'TotalsTest.java',
    samples.junit,
    edit(samples.junit, ['        assertEquals(6', '        Thread.sleep(100);\n        assertEquals(6']),
    slowed,
  ),
  row(
    'sleep in Ruby',
    'spec/a_spec.rb',
    samples.rspec,
    edit(samples.rspec, ['      expect(Totals.round', '      sleep 1\n      expect(Totals.round']),
    slowed,
  ),
  js('others go first', '    await new Promise((resolve) => setTimeout(resolve, 0));'),
  js('a comment sleeps', '    // sleep(100) is not needed'),
  row(
    'a time limit shrinks',
    'vitest.config.ts',
    'export default { testTimeout: 5000 };\n',
    'export default { testTimeout: 1000 };\n',
  ),
  row(
    'a new test has a time limit of its own',
    'a.test.js',
    samples.jest,
    `${samples.jest}it('loads', async () => {\n  expect(await load()).toBe(1);\n}, 20000);\n`,
  ),
  row('the product sleeps', 'src/a.py', 'import time\n', 'import time\ntime.sleep(1)\n'),
]);

/** What tests compare with. */
const snap = (sum: string) =>
  `// Jest Snapshot v1\n\nexports[\`totals adds 1\`] = \`${sum}\`;\n\nexports[\`totals rounds 1\`] = \`"2"\`;\n`;
const ambr = (sum: string) =>
  `# serializer version: 1\n# name: test_adds\n  ${sum}\n# ---\n# name: test_rounds\n  2\n# ---\n`;
table([
  row(
    'an entry of a snapshot is rewritten',
    'test/__snapshots__/a.test.js.snap',
    snap('3'),
    snap('4'),
    'snapshots-rewritten 1',
  ),
  row(
    'a file of snapshots is gone',
    'test/__snapshots__/a.test.js.snap',
    snap('3'),
    null,
    'snapshots-rewritten 1',
  ),
  row(
    'an entry of syrupy is rewritten',
    'tests/__snapshots__/test_a.ambr',
    ambr('3'),
    ambr('4'),
    'snapshots-rewritten 1',
  ),
  row(
    'an entry is gone',
    'a.snap',
    snap('3'),
    snap('3').replace(/exports\[`totals adds[^;]*;\n/, ''),
    'snapshots-rewritten 1',
  ),
  row('a golden file is rewritten', 'testdata/total.golden', '3\n', '4\n', 'snapshots-rewritten 1'),
  row(
    'a fixture of tests is rewritten',
    'tests/fixtures/cart.json',
    '{"total":3}',
    '{"total":4}',
    'snapshots-rewritten 1',
  ),
  row(
    'a binary picture is rewritten',
    'e2e/__image_snapshots__/home.png',
    '\0PNG1',
    '\0PNG2',
    'snapshots-rewritten 1',
  ),
  row('an entry is added', 'a.snap', snap('3'), `${snap('3')}\nexports[\`more 1\`] = \`1\`;\n`),
  row('a new fixture', 'tests/fixtures/new.json', null, '{}'),
  row('a fixture of the product', 'data/cart.json', '{"total":3}', '{"total":4}'),
  {
    title: 'a snapshot moves',
    files: { 'a/__snapshots__/a.snap': [snap('3'), null], 'b/__snapshots__/a.snap': [null, snap('3')] },
    found: [],
  },
]);

/** Linters and type checkers are told to look away. */
const off = 'rules-disabled 1';
const code = (title: string, path: string, line: string, ...found: string[]): Row =>
  row(title, path, 'a = 1\n', `a = 1\n${line}\n`, ...found);
table([
  code('ESLint', 'src/a.js', '// eslint-disable-next-line no-console', off),
  code('ESLint for a file', 'src/a.js', '/* eslint-disable */', off),
  code('Biome', 'src/a.ts', '// biome-ignore lint/suspicious/noExplicitAny: later', off),
  code('TypeScript', 'src/a.ts', '// @ts-ignore', off),
  code('TypeScript with an expected error', 'src/a.ts', '// @ts-expect-error', off),
  code('flake8 and Ruff', 'src/a.py', 'import os  # noqa: F401', off),
  code('mypy', 'src/a.py', 'x = f()  # type: ignore[attr-defined]', off),
  code('Pylint', 'src/a.py', '# pylint: disable=missing-docstring', off),
  code('coverage', 'src/a.py', 'def f():  # pragma: no cover', off),
  code('golangci-lint', 'a.go', 'f() //nolint:errcheck', off),
  code('Clippy', 'src/a.rs', '#[allow(clippy::unwrap_used)]', off),
  code('RuboCop', 'lib/a.rb', 'f # rubocop:disable Style/For', off),
  code('Java', 'src/A.java', '@SuppressWarnings("unchecked")', off),
  code('C#', 'src/A.cs', '#pragma warning disable CS0168', off),
  code('clang-tidy', 'src/a.cc', 'f(); // NOLINT', off),
  code('PHPStan', 'src/a.php', '// @phpstan-ignore-next-line', off),
  code('ShellCheck', 'a.sh', '# shellcheck disable=SC2086', off),
  code('a string says so', 'src/a.js', "const rule = '// eslint-disable-next-line';"),
  code('a string says so in Python', 'src/a.py', 'help = "add # noqa to the line"'),
  code('a page says so', 'docs/lint.md', '// eslint-disable-next-line'),
  row('a rule is turned on again', 'src/a.js', '// eslint-disable-next-line\nf();\n', 'f();\n'),
  row('code beside it changes', 'src/a.py', 'import os  # noqa\n', 'import sys  # noqa\n'),
  {
    title: 'it moves along with its code',
    files: {
      'src/a.py': ['a = 1\nimport os  # noqa\n', 'a = 1\n'],
      'src/b.py': ['b = 1\n', 'b = 1\nimport os  # noqa\n'],
    },
    found: [],
  },
]);

/** Their settings ask for less. */
const looser = 'settings-loosened 1';
const eslint = (severity: string) =>
  `{\n  // ours\n  "rules": { "no-console": ${severity}, "eqeqeq": "error" },\n}`;
table([
  row('a rule of ESLint is off', '.eslintrc.json', eslint('"error"'), eslint('"off"'), looser),
  row(
    'a rule of ESLint only warns',
    '.eslintrc.json',
    eslint('["error", {"allow": []}]'),
    eslint('["warn", {"allow": []}]'),
    looser,
  ),
  row('a rule is off in YAML', '.eslintrc.yml', 'rules:\n  eqeqeq: 2\n', 'rules:\n  eqeqeq: 0\n', looser),
  row(
    'a rule is off in code',
    'eslint.config.js',
    "export default [{ rules: {\n  eqeqeq: 'error',\n} }];\n",
    "export default [{ rules: {\n  eqeqeq: 'off',\n} }];\n",
    looser,
  ),
  row(
    'a rule is off in package.json',
    'package.json',
    '{"eslintConfig":{"rules":{"eqeqeq":2}}}',
    '{"eslintConfig":{"rules":{"eqeqeq":0}}}',
    looser,
  ),
  row(
    'TypeScript is no longer strict',
    'tsconfig.json',
    '{"compilerOptions":{"strict":true}}',
    '{"compilerOptions":{"strict":false}}',
    looser,
  ),
  row(
    'TypeScript says nothing of strict',
    'tsconfig.json',
    '{"compilerOptions":{"strict":true}}',
    '{"compilerOptions":{}}',
    looser,
  ),
  row(
    'TypeScript leaves out a folder',
    'tsconfig.json',
    '{"exclude":["dist"]}',
    '{"exclude":["dist","src/totals"]}',
    looser,
  ),
  row(
    'Biome has a rule less',
    'biome.json',
    '{"linter":{"rules":{"style":{"noEnum":"error"}}}}',
    '{"linter":{"rules":{"style":{"noEnum":"off"}}}}',
    looser,
  ),
  row(
    'RuboCop has a cop less',
    '.rubocop.yml',
    'Style/For:\n  Enabled: true\n',
    'Style/For:\n  Enabled: false\n',
    looser,
  ),
  row(
    'Ruff ignores more',
    'pyproject.toml',
    '[tool.ruff.lint]\nignore = ["E501"]\n',
    '[tool.ruff.lint]\nignore = ["E501", "F401"]\n',
    looser,
  ),
  row('Ruff selects less', 'ruff.toml', 'select = ["E", "F"]\n', 'select = ["E"]\n', looser),
  row('mypy is no longer strict', 'mypy.ini', '[mypy]\nstrict = True\n', '[mypy]\n', looser),
  row(
    'mypy passes over a module',
    'mypy.ini',
    '[mypy]\nstrict = True\n',
    '[mypy]\nstrict = True\n[mypy-shop.*]\nignore_errors = True\n',
    looser,
  ),
  row(
    'flake8 ignores more',
    '.flake8',
    '[flake8]\nextend-ignore = E203\n',
    '[flake8]\nextend-ignore = E203,F401\n',
    looser,
  ),
  row(
    'golangci has a linter less',
    '.golangci.yml',
    'linters:\n  disable:\n    - lll\n',
    'linters:\n  disable:\n    - lll\n    - errcheck\n',
    looser,
  ),
  row(
    'coverage may be lower',
    '.coveragerc',
    '[report]\nfail_under = 90\n',
    '[report]\nfail_under = 10\n',
    looser,
  ),
  row(
    'coverage of Jest may be lower',
    'package.json',
    '{"jest":{"coverageThreshold":{"global":{"lines":90}}}}',
    '{"jest":{"coverageThreshold":{"global":{"lines":50}}}}',
    looser,
  ),
  row('a list of what ESLint passes over is new', '.eslintignore', null, 'src\n', looser),
  row('the list gets longer', '.eslintignore', 'dist\n', 'dist\nsrc\n', looser),
  row('the settings are gone', '.eslintrc.json', eslint('2'), null, looser),
  row('a rule gets stricter', '.eslintrc.json', eslint('"warn"'), eslint('"error"')),
  row('a rule is added', '.eslintrc.json', '{"rules":{}}', '{"rules":{"eqeqeq":"error"}}'),
  row(
    'a version changes',
    'pyproject.toml',
    '[project]\nversion = "1"\n[tool.ruff]\nignore = ["E501"]\n',
    '[project]\nversion = "2"\n[tool.ruff]\nignore = ["E501"]\n',
  ),
  row(
    'Ruff ignores less',
    'pyproject.toml',
    '[tool.ruff.lint]\nignore = ["E501", "F401"]\n',
    '[tool.ruff.lint]\nignore = ["E501"]\n',
  ),
  row(
    'another option of TypeScript changes',
    'tsconfig.json',
    '{"compilerOptions":{"strict":true,"target":"es2022"}}',
    '{"compilerOptions":{"strict":true,"target":"es2024"}}',
  ),
]);

/** What is not looked through is said. */
table([
  row('a file of tests that is too large', 'a.test.js', 'a'.repeat(600 * 1024), '', 'unread 1'),
  row('a file of tests with a NUL in it', 'a.test.js', samples.jest, `${samples.jest}\0`, 'unread 1'),
  row('generated data is nothing to read', 'src/data.json', '{}', `{"a":"${'b'.repeat(600 * 1024)}"}`),
  row('a picture is nothing to read', 'docs/a.png', '\0a', '\0b'),
]);
