import { anyOf } from './any-of.ts';
import type { LineForm } from './lines.ts';
import { rowsByList, rowsByMark, rowsOfTables } from './rows.ts';

const at = /^\s*(?:@[\w.:]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*)+/;
const none = /(?!)/;

/** pytest and unittest. An expected failure is no evidence: it counts like a skipped test. */
export const python: LineForm = {
  extent: 'indent',
  marks: /^\s*@.*/,
  suite: /^\s*class\s+(\w+)/,
  test: /^\s*(?:async\s+)?def\s+(test\w*)/,
  needs: null,
  never: /@[\w.]*\b(?:skip|xfail|expectedFailure|SkipTest)\b/i,
  sometimes: /@[\w.]*\b(?:skipif|skipunless)\b/i,
  only: null,
  stop: anyOf(
    'gm',
    /\b(?:pytest|unittest)\.(?:skip|xfail|importorskip)\(|\bself\.skipTest\(|\braise\s+(?:\w+\.)?SkipTest\b/,
    /^\s*pytestmark\s*=.*\b(?:skip|skipif|xfail)\b|^\s*__test__\s*=\s*False\b/,
    // A test that begins with a return.
    /(?<=def test\w{0,99}\([^()\n]{0,300}\)[^\n:]{0,99}:\s{1,99})return\b/,
  ),
  rows: rowsByList(/parametrize\([^[\]]{0,300}\[/g),
};

/** RSpec, minitest, and Rails' own. */
export const ruby: LineForm = {
  extent: 'indent',
  marks: null,
  suite: /^\s*(?:RSpec\.)?[xf]?(?:describe|context|feature)\b|^\s*class\s+(\w+)/,
  test: /^\s*(?:[xf]?(?:it|specify|scenario|test|should|example)\b(?=\s*[("'{])|pending\b(?=\s+["'])|def\s+(test_\w+))/,
  needs: null,
  never:
    /^\s*x(?:it|specify|scenario|example|describe|context)\b|^\s*pending\b|,\s*:(?:skip|pending|x)\b|\b(?:skip|pending):\s*(?!false|nil)/,
  sometimes: /\b(?:if|unless):/,
  only: /^\s*f(?:it|describe|context|specify|scenario)\b|,\s*:focus\b|\bfocus:\s*true/,
  stop: /^\s*(?:skip|pending)(?=\s*(?:\(|"|'|$|\bif\b|\bunless\b))/gm,
  rows: null,
};

export const elixir: LineForm = {
  extent: 'indent',
  marks: /^\s*@(?:tag|describetag)\b.*/,
  suite: /^\s*describe\b/,
  test: /^\s*(?:test|property)\b(?=\s*\(?\s*")/,
  needs: null,
  never: /@(?:tag|describetag)\s+(?::skip|skip:)/,
  sometimes: null,
  only: null,
  stop: /^\s*@moduletag\s+(?::skip\b|skip:)/gm,
  rows: null,
};

export const go: LineForm = {
  extent: 'braces',
  marks: null,
  suite: null,
  test: /^func\s+(?:\([^)\n]*\)\s*)?((?:Test|Fuzz|Example|Benchmark)\w*)\s*\(|^\s*[a-z]\w*\.Run\((?=[^\n]*\bfunc\b)/,
  needs: null,
  never: none,
  sometimes: null,
  only: null,
  stop: /\b[a-z]\w*(?:\.T\(\))?\.(?:Skip|Skipf|SkipNow)\(/gm,
  rows: rowsOfTables,
};

export const rust: LineForm = {
  extent: 'braces',
  marks: /^\s*(?:#!?\[[^\]]*(?:\[[^\]]*\][^\]]*)*\]?\s*)+/,
  suite: /^\s*(?:pub\s+)?mod\s+(\w+)/,
  test: /\bfn\s+(\w+)/,
  needs: (marks) =>
    /#\[\s*(?:\w+::)*(?:test|rstest|test_case|quickcheck|wasm_bindgen_test|test_log)\b/.test(marks),
  never: /#\[\s*ignore\b|#\[\s*cfg\(\s*(?:any\(\s*\)|FALSE|false)\s*\)/,
  sometimes: /#\[\s*cfg\(\s*(?!test\b|any\(\s*\)|FALSE|false)|#\[\s*cfg_attr\([^\]]*\bignore\b/,
  only: null,
  stop: null,
  rows: rowsByMark(/#\[\s*(?:case\b|test_case\b|case::)/g),
};

/** JUnit and TestNG, in Java, Kotlin, Groovy and Scala. */
export const jvm: LineForm = {
  extent: 'braces',
  marks: at,
  suite: /^\s*(?:[a-z]+\s+)*(?:class|object|interface|record)\s+(\w+)/,
  test: /(`[^`\n]+`|[\w$]+)\s*\(/,
  needs: (marks) =>
    /@(?:[\w.]*\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/.test(marks),
  never: /@(?:[\w.]*\.)?(?:Disabled|Ignore|Ignored)\b|\benabled\s*=\s*false/,
  sometimes: /@(?:Disabled|Enabled)(?:If|On|For)\w*/,
  only: null,
  stop: /\bAssum(?:e|ptions)\.\w+\(|^\s*assume\w+\(|\bthrow\s+(?:new\s+)?\w*(?:SkipException|TestAbortedException)\b/gm,
  rows: rowsByMark(/@(?:CsvSource|ValueSource|MethodSource|EnumSource)\b/g),
};

/** xUnit, NUnit, MSTest. */
export const csharp: LineForm = {
  extent: 'braces',
  marks: /^\s*(?:\[[A-Z][^\]\n]*\]?\s*)+/,
  suite: /^\s*(?:[a-z]+\s+)*(?:class|record|struct)\s+(\w+)/,
  test: /(\w+)\s*\(/,
  needs: (marks) =>
    /[[,]\s*(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Property)\b/.test(
      marks,
    ),
  never: /[[,]\s*(?:Ignore|Explicit)\b|\bSkip\s*=/,
  sometimes: /\[\s*(?:SkippableFact|ConditionalFact|Platform)\b/,
  only: null,
  stop: /\bAssert\.(?:Ignore|Inconclusive|Skip)\(|\bSkip\.(?:If|IfNot)\(/gm,
  rows: rowsByMark(/\[\s*(?:InlineData|TestCase|DataRow)\b/g),
};

/** XCTest and Swift Testing. */
export const swift: LineForm = {
  extent: 'braces',
  marks: at,
  suite: /^\s*(?:[a-z]+\s+)*(?:class|struct|actor|extension)\s+(\w+)/,
  test: /\bfunc\s+(`[^`\n]+`|\w+)\s*\(/,
  needs: (marks, name) => /^test/.test(name) || /@Test\b/.test(marks),
  never: /\.disabled\(/,
  sometimes: /\.enabled\(\s*if:/,
  only: null,
  stop: /\bthrow\s+XCTSkip\b|\bXCTSkip(?:If|Unless)\(/gm,
  rows: null,
};

export const php: LineForm = {
  extent: 'braces',
  marks: /^\s*(?:#\[[^\]\n]*\]?\s*)+/,
  suite: /^\s*(?:(?:final|abstract|readonly)\s+)*class\s+(\w+)/,
  test: /\bfunction\s+(\w+)\s*\(/,
  needs: (marks, name) => /^test/i.test(name) || /#\[\s*(?:\\?\w+\\)*Test\b/.test(marks),
  never: none,
  sometimes: /#\[\s*(?:\\?\w+\\)*Requires/,
  only: null,
  stop: /(?:\$this->|self::|static::)markTest(?:Skipped|Incomplete)\(/gm,
  rows: rowsByMark(/#\[\s*(?:\\?\w+\\)*(?:TestWith|DataProvider)\b/g),
};

/** GoogleTest, Catch2, doctest, Boost. */
export const cpp: LineForm = {
  extent: 'braces',
  marks: null,
  suite: null,
  test: /^\s*(?:(?:TYPED_)?TEST(?:_F|_P|_CASE|_METHOD)?|SCENARIO|BOOST_AUTO_TEST_CASE)\s*\(\s*(\w[^()\n]*)?/,
  needs: null,
  never: /\bDISABLED_/,
  sometimes: null,
  only: null,
  stop: /\bGTEST_SKIP\(\)|\bSKIP\(/gm,
  rows: null,
};

export const bats: LineForm = {
  extent: 'braces',
  marks: null,
  suite: null,
  test: /^\s*@test\b/,
  needs: null,
  never: none,
  sometimes: null,
  only: null,
  stop: /^\s*skip\b/gm,
  rows: null,
};
