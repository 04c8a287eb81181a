/**
 * Where an assertion begins, by language; the flag is `g`. A function of the repository's own counts by its name: what is
 * called `assertValid` or `expectTotal` checks something.
 */
const own = '(?:assert|expect|verify|check|should|ensure|require)[A-Z_]\\w*\\s*\\(';
const heads = (...some: string[]): RegExp => new RegExp(`(?<![\\w$])(?:${some.join('|')})`, 'g');

export const javascript = heads(
  'expect(?:\\.(?:soft|poll))?\\s*\\(',
  'assert(?:\\.\\w+)*\\s*\\(',
  't\\.(?:assert\\.\\w+|is|not|true|false|truthy|falsy|ok|notOk|same|match|like|equals?|deepEquals?|strictSame|strictEqual|deepStrictEqual|notDeepEqual|throws\\w*|rejects|notThrows\\w*|regex|notRegex|snapshot|pass|fail)\\s*\\(',
  '(?<=[\\w)\\]]\\.)should\\b',
  own,
);
export const python = heads(
  'assert\\b(?=[\\s(])',
  'self\\.(?:assert|fail)\\w*\\s*\\(',
  'pytest\\.(?:raises|warns|fail|deprecated_call)\\s*\\(',
  '(?<=\\.)assert_\\w+\\s*\\(',
  own,
);
export const go = heads(
  '[a-z]\\w*(?:\\.T\\(\\))?\\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\\(',
  '(?:assert|require|is|qt|c|s|suite)(?:\\.(?:Require|Assert)\\(\\))?\\.(?!Error|Fatal|Fail|Run|T\\b|Skip|Log|Helper|Cleanup|New\\b)[A-Z]\\w*\\(',
  'Expect(?:WithOffset)?\\(',
  'Eventually\\(',
  own,
);
export const rust = heads(
  '(?:\\w+::)*(?:assert\\w*|debug_assert\\w*|prop_assert\\w*|panic)!',
  '(?:\\w+::)*assert_\\w+\\(',
);
/** Java, Kotlin, C#, Swift, Dart, PHP, C and C++. */
export const braces = heads(
  '(?:Assert(?:ions)?\\.)?(?:assert|expect|fail|verify)\\w*\\s*\\(',
  'Assert\\.\\w+\\s*[(<]',
  'XCT(?:Assert\\w*|Fail|Unwrap)\\s*\\(',
  '#(?:expect|require)\\s*\\(',
  '(?:EXPECT|ASSERT|CHECK|REQUIRE|BOOST_CHECK|BOOST_REQUIRE|TEST_ASSERT)(?:_\\w+)?\\s*\\(',
  '\\$this->(?:assert|expect)\\w*\\s*\\(',
  '(?:self|static)::assert\\w*\\s*\\(',
  '(?<=\\.)Should\\(',
  '(?<=\\s)should(?:Be|Not|Throw|Contain|Have)\\w*',
  own,
);
export const ruby = heads(
  'expect\\b(?=\\s*[({])',
  'is_expected\\b',
  '(?:assert|refute|flunk)\\w*\\b(?=[\\s(])',
  '(?<=\\.)(?:should|must_\\w+|wont_\\w+)\\b',
  own,
);
export const bats = heads('assert\\w*', 'refute\\w*', '\\[\\[? ');
