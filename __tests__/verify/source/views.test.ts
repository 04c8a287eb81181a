import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as syntax from '../../../src/verify/source/syntax.ts';
import { views } from '../../../src/verify/source/views.ts';

type Row = readonly [title: string, how: syntax.Syntax, text: string, code: string];

/** What is left of a text without comments and without what strings hold; a space for each character. */
const rows: readonly Row[] = [
  ['a comment to the end of its line', syntax.javascript, 'a // b\nc', 'a     \nc'],
  ['a comment over lines', syntax.javascript, 'a /* b\nc */ d', 'a     \n     d'],
  ['strings keep their marks', syntax.javascript, `f("it('x')", 'y')`, `f("       ", ' ')`],
  ['an escaped mark does not end a string', syntax.javascript, `'a\\'b' c`, `'    ' c`],
  ['a string ends with its line', syntax.javascript, `don't\nc`, `don' \nc`],
  ['a comment in a string is none', syntax.javascript, `'// a' b`, `'    ' b`],
  ['a string in a comment is none', syntax.javascript, `// 'a\nb`, `     \nb`],
  ['a template goes over lines', syntax.javascript, '`a\nb` c', '` \v ` c'],
  [
    'a template holds code that holds a template',
    syntax.javascript,
    `\`a\${b(\`}\`, {c})}d\` e`,
    '`                ` e',
  ],
  ['a regular expression is like a string', syntax.javascript, `x = /["'\`/*]/g; 'y'`, `x = /        g; ' '`],
  ['a division is none', syntax.javascript, `a / b; 'c / d'`, `a / b; '     '`],
  ['a regular expression behind return', syntax.javascript, `return /'/.test(a)`, `return / /.test(a)`],
  ['a comment in Python', syntax.python, `a = '#' # b`, `a = ' '    `],
  ['a text of Python over lines', syntax.python, `"""a\n'b"\n""" c`, `""" \v   \v""" c`],
  ['raw text of Go', syntax.go, 'a := `\\` + "b"', 'a := ` ` + " "'],
  ['a rune of Go', syntax.go, `a := '"'; b`, `a := ' '; b`],
  ['a lifetime of Rust', syntax.rust, `fn f<'a>(x: &'a str) { "b" }`, `fn f<'a>(x: &'a str) { " " }`],
  ['a character of Rust', syntax.rust, `let q = '"'; b`, `let q = ' '; b`],
  ['raw text of Rust', syntax.rust, `r#"a"b"# c`, `r#"   "# c`],
  ['comments of Rust nest', syntax.rust, `/* a /* b */ c */ d`, `${' '.repeat(18)}d`],
  ['a text block of Java', syntax.braces, `"""\na"b\n""" c`, `"""\v   \v""" c`],
  ['an attribute of PHP is no comment', syntax.php, `#[Test]\n# a`, `#[Test]\n   `],
  ['a hole of Ruby is no comment', syntax.ruby, `"#{a}" # b`, `"    "    `],
  ['a comment of Ruby over lines', syntax.ruby, `=begin\na\n=end\nb`, `      \n \n    \nb`],
  ['a hash inside a word of YAML', syntax.hashes, `a: b#c # d`, `a: b#c    `],
  ['what is never closed goes to the end', syntax.javascript, 'a /* b', 'a     '],
];

for (const [title, how, text, code] of rows) {
  test(title, () => {
    assert.equal(views(text, how).code, code);
  });
}

test('comments alone, and code with its strings', () => {
  const { spoken, comments } = views(`f('a'); // b`, syntax.javascript);
  assert.equal(spoken, `f('a');     `);
  assert.equal(comments, '        // b');
});

test('each view is as long as the text, and lines of code without strings are its lines', () => {
  const marks = [
    `'`,
    '"',
    '`',
    '${',
    '}',
    '/',
    '*',
    '\\',
    '\n',
    '#',
    'a',
    ' ',
    '[',
    '"""',
    'r#',
    '=begin',
    '=end',
  ];
  const text = fc.array(fc.constantFrom(...marks), { maxLength: 60 }).map((some) => some.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...Object.values(syntax)), (words, how) => {
      const { code, spoken, comments } = views(words, how);
      for (const view of [code, spoken, comments]) assert.equal(view.length, words.length);
      const newlines = (view: string) => view.replace(/[^\n\v]/g, ' ').replaceAll('\v', '\n');
      assert.equal(newlines(code), newlines(words));
      assert.equal(newlines(spoken), newlines(words));
    }),
    { numRuns: 500 },
  );
});

test('text nested deeper than any stack is read', () => {
  assert.equal(views('`${'.repeat(100_000), syntax.javascript).code.length, 300_000);
});
