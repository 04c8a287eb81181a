/** How much an assertion pins down: 0 nothing, 1 hardly anything, 2 a part, 3 a value, 4 a value and its identity or type. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** What holds whatever the product does. */
const empty = [
  /\(\s*(?:true|True|1|!0|!!1)\s*\)\s*(?:\.\s*(?:to\.?[bB]e|toEqual|toStrictEqual|toBeTruthy|to\.equal)\b)/,
  /^assert\s*\(?\s*(?:True|true|1)\s*\)?\s*$/,
  /\bassert(?:True|_true|That|\.ok|\.isTrue|\.IsTrue|!)?\s*\(\s*(?:true|True|1)\s*[,)]/i,
  /\(\s*([\w"'`.]+)\s*\)\s*\.\s*(?:not\.)?to(?:Be|Equal|StrictEqual)\(\s*\1\s*\)/,
  /^assert\s+([\w"'.]+)\s*==\s*\1\s*$/,
  /\b(?:assert\w*!?|assert\.\w+|Assert\.\w+|Equal)\s*\(\s*(?:t,\s*)?([\w"'.]+)\s*,\s*\1\s*[,)]/,
];

/** The first that matches decides. */
const table: readonly (readonly [RegExp, Strength])[] = [
  [
    /\.not\b(?=\s*\.|\s*\()|\bnot_to\b|\bto_not\b|(?:^|[._a-z])(?:not|Not)[A-Z_]\w*\s*\(|Not[A-Z]\w*\(|\brefute|!==?|\bis not\b|_ne\b|^assert\s+not\b/,
    1,
  ],
  [
    /(?:[rR]aises|[tT]hrows|toThrow|toThrowError|raise_error|rejects)\w*(?:\.class)?\s*\(?\s*(?:(?:Exception|BaseException|Error|Throwable|StandardError|RuntimeException)\b(?:\.class)?|\(\)|\)|$)/,
    1,
  ],
  [/[rR]aises|[tT]hrows|toThrow|raise_error|rejects/, 3],
  [/\bany(?:thing)?\(|\bexpect\.(?:any|anything|\w+Containing|\w+Matching)\b|\bmock\.ANY\b|\bmatchers?\./, 2],
  [
    /[aA]pprox|AlmostEqual|toBeCloseTo|closeTo|be_within|InDelta|InEpsilon|isclose|allclose|_NEAR\b|_abs_diff_|accuracy:/,
    2,
  ],
  [
    /toContain|toMatch(?!(?:Inline)?Snapshot)|MatchObject|toBe(?:Greater|Less)|\bin\b|[cC]ontains?\b|includes?\b|\bmatch|Regex|[sS]tartsWith|[eE]ndsWith|startswith|endswith|hasItem|Subset|assertIn\b|GreaterThan|LessThan|ElementsMatch|[^=!<>-][<>]=?[^=>]/,
    2,
  ],
  [/===|[sS]trictEqual|toStrictEqual|\.toBe\(|assertSame|\.is\(|Object\.is|Exactly/, 4],
  [
    /toBeTruthy|toBeFalsy|toBeDefined|toBeInstanceOf|be_truthy|be_present|NotNone|isinstance|instanceof|InstanceOf|\.(?:ok|isOk|exist|truthy|called)\b|toHaveBeenCalled\(\)|^assert\s*\(|[aA]ssert_?(?:[tT]rue|[fF]alse)\b|\b(?:Is)?(?:True|False)\(|XCTAssert\(|^assert!|toHaveProperty\([^,]*\)$/,
    1,
  ],
  [
    /==|[eE]qual|_eq|\beq\b|\beql\b|Same|shouldBe|toBe\w*|toHave\w*|[sS]napshot|\bis (?:None|True|False)\b|Null|Nil|False|calledWith|called_\w*with|deepEqual|_EQ\b|\bmust_be|isTrue/,
    3,
  ],
  [/^assert\s/, 1],
];

/** Judged by the assertion's words. */
export function strengthOf(text: string): Strength {
  if (empty.some((tautology) => tautology.test(text))) return 0;
  const words = withoutStrings(text);
  return table.find(([kind]) => kind.test(words))?.[1] ?? 2;
}

const withoutStrings = (text: string): string => text.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '$1$1');
