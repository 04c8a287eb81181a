import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleLines, withoutMarks } from '../../src/text/visible.ts';

const said = (markdown: string): string[] => visibleLines(markdown).map((line) => withoutMarks(line).trim());

const cases: [what: string, markdown: string, lines: string[]][] = [
  ['plain lines stay, also with CRLF', 'one\r\ntwo\r\n\r\nThree', ['one', 'two', 'Three']],
  ['block quotes go, with their lazy lines', '> a\nlazy\n\nb', ['b']],
  ['quotes in lists go, and so does the bullet they leave', '- > a\n\nb', ['b']],
  ['fenced code goes', 'a\n\n```js\nb\n```\n\n~~~\nc\n~~~\nd', ['a', 'd']],
  ['a fence without an end goes to the end', 'a\n```\nb\n\nc', ['a']],
  ['indented code goes', 'a\n\n    b\n\n\tc\n\nd', ['a', 'd']],
  ['code in a list goes', '- a\n  ```\n  b\n  ```\n- c', ['- a', '- c']],
  ['inline code stays: it names things', 'rename `foo` to `bar`', ['rename `foo` to `bar`']],
  ['HTML comments go, over several lines too', 'a <!-- b\nc --> d\n\n<!-- e\n\nf -->\ng', ['a  d', 'g']],
  ['HTML blocks go', '<div>\na\n</div>\n\nb', ['b']],
  ['tags go and their text stays', 'a <b>c</b>d', ['a c d']],
  ['what is folded away goes', '<details><summary>s</summary>\n\na\n\n</details>\n\nb', ['b']],
  ['an unclosed fold hides the rest', 'a\n\n<details>\n\nb', ['a']],
  [
    'link targets and titles go, link text stays',
    'see [the bug](http://x.test/oi "t") now',
    ['see the bug now'],
  ],
  ['reference definitions go', '[x]: http://x.test "t"\n\na [x]', ['a x']],
  ['images go with their text', 'a ![b](http://x.test/c.png "d") e', ['a  e']],
  ['rules and underlines are no words', 'a\n---\n\n***\n\nb', ['a', 'b']],
  ['emphasis marks stay as they are typed', 'a **b** _c_', ['a **b** _c_']],
  ['a signature ends the message', 'a\n-- \nAnn', ['a']],
  [
    'an answered e-mail ends the message',
    'a\n\nOn Mon, 1 Jan 2026 at 10:00, Ann <a@x.test> wrote:\nb',
    ['a'],
  ],
  [
    'also where its introduction is wrapped',
    'a\n\nOn Mon, 1 Jan 2026, Ann\n<a@x.test>\nwrote:\n\n> b',
    ['a'],
  ],
  ['also in German', 'a\n\nAm 1. Januar 2026 um 10:00 schrieb Ann:\nb', ['a']],
  ['also as Outlook does', 'a\n\n________________________________\nFrom: Ann\nb', ['a']],
  ['a sentence that begins with On stays', 'On Windows it wrote:\na', ['On Windows it wrote:', 'a']],
  ['a byte order mark is nothing', '\ufeffa', ['a']],
  ['nothing is nothing', '', []],
];

for (const [what, markdown, lines] of cases) {
  test(`in a comment, ${what}`, () => assert.deepEqual(said(markdown), lines));
}

test('cutting joins no two halves to a word', () => {
  assert.ok(!visibleLines('/o<b></b>i fix')[0]?.startsWith('/oi'));
  assert.equal(withoutMarks(visibleLines('a<br>b')[0] ?? ''), 'a b');
});

test('of a very long comment whole paragraphs are read, and no comment that the cut opened', () => {
  const long = `a\n\n${'b '.repeat(2500)}\n\n${'c '.repeat(2500)}`;
  assert.equal(said(long).length, 2);
  assert.ok(
    !said(`a <!-- ${'hidden '.repeat(4000)} --> b`)
      .join()
      .includes('hidden'),
  );
});
