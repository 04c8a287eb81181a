import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as check, constantFrom, property, sample } from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { fenced, neutral, oneLine } from '../../src/text/neutral.ts';
import { parseCommand } from '../../src/triggers/command.ts';

/** What GitHub would act on: mention, reference, closing keyword with either; a gap in the middle keeps it from that. */
const acts = /(?:^|[^a-z\d`/])@\w|#\d|GH-\d|\/(?:issues|pull|discussions)\/\d/i;
const unmarked = (text: string): string => text.replaceAll('\u200b', '');
/** As GitHub renders it: CommonMark with its extensions. Addresses of mail lead nowhere. */
const rendered = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  }).replace(/<a href="mailto:[^"]*">/g, '');
const spoken = (markdown: string): string => rendered(markdown).replace(/<code[\s\S]*?<\/code>/g, '');

const attacks: [what: string, text: string][] = [
  ['a mention', 'thanks @mallory and @org/team'],
  [
    'closing keywords in each spelling',
    'Fixes #1, closes org/repo#2 resolves https://x.test/a/b/issues/3 and GH-4, fix: gh-5',
  ],
  ['a mention behind a code span that is none', '`a\n@mallory`'],
  ['a mention in what was HTML', '<!-- x -->\n    @mallory'],
  ['a mention behind a link target', '[a](`) @mallory `'],
  ['a mention in a table cell', '| ` | ` @mallory ` | ` |'],
  ['a mention in emphasis', '_@mallory_ and __#1__ and _GH-2_'],
  ['a mention behind a dot', 'so .@mallory'],
  ['a mention behind a letter of another alphabet', 'é@mallory'],
  ['a thousand mentions', '@mallory '.repeat(1000)],
];
for (const [what, text] of attacks) {
  test(`T51: ${what} is read by people and by nobody else`, () => {
    assert.match(text, acts);
    const calm = neutral(text);
    assert.doesNotMatch(calm.replace(/`[^`\n]*`/g, ''), acts);
    const words = (markdown: string) =>
      unmarked(markdown)
        .replaceAll('&lt;', '<')
        .match(/[a-z\d]+/gi);
    assert.deepEqual(words(calm), words(text));
  });
}

test('T51: an entity does not stand for what makes a mention or a reference', () => {
  const text = '&#64;mallory &commat;mallory &#x40;mallory &num;1 &#35;1 &amp; &lt;b&gt;';
  assert.match(spoken(text), /@mallory|#1/);
  assert.doesNotMatch(spoken(neutral(text)), /@mallory|#1/);
  assert.match(spoken(neutral(text)), /&amp; &lt;b&gt;/);
});

const links: [what: string, text: string, shown: string][] = [
  ['a link', '[github.com/login](https://evil.test/x)', 'github.com/login (`https://evil.test/x`)'],
  ['a link with a title', '[a](https://evil.test "b") c', 'a (`https://evil.test`) c'],
  ['an image', '![a](http://evil.test/?d=1)', 'a (`http://evil.test/?d=1`)'],
  ['a link around code', '[`a`](https://evil.test)', '[`a`] (`https://evil.test`)'],
  ['a link in angle brackets', '[a](<https://evil.test>)', 'a (&lt;`https://evil.test`>)'],
  ['a definition', '[a]\n\n[a]: https://evil.test', '[a]\n\n[a]\\: `https://evil.test`'],
  ['a definition of an image', '![a]\n\n[a]: https://evil.test', '!\\[a]\n\n[a]\\: `https://evil.test`'],
  ['an address between brackets', '<https://evil.test/a>', '&lt;`https://evil.test/a`>'],
  [
    'a bare address',
    'see https://evil.test/a, or www.evil.test.',
    'see `https://evil.test/a`, or `www.evil.test`.',
  ],
  ['an address behind a stray backtick', '` https://evil.test', '\\` `https://evil.test`'],
  ['an address that a text begins with', 'https://evil.test is', '`https://evil.test` is'],
  ['an address behind a backslash', '\\https://evil.test', '\\\\`https://evil.test`'],
  ['an address between code', '`a`https://evil.test`b`', '`a` `https://evil.test` `b`'],
  [
    'an address with a bar in it',
    '| a |\n|---|\n| www.a.test|www.b.test |',
    '| a |\n|---|\n| `www.a.test`|`www.b.test` |',
  ],
  ['a link over two lines', '[a\nb](https://evil.test)', '[a\nb] (`https://evil.test`)'],
  [
    'an image in a link',
    '[![a](http://evil.test/i)](http://evil.test/l)',
    '[a (`http://evil.test/i`)] (`http://evil.test/l`)',
  ],
];
for (const [what, text, shown] of links) {
  test(`T45: ${what} is shown as where it leads, and leads nowhere`, () => {
    assert.match(rendered(text), /<(?:a|img) /);
    assert.equal(neutral(text), shown);
    assert.doesNotMatch(rendered(neutral(text)), /<(?:a|img) /);
  });
}

const pieces = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    ']:',
    '![',
    '[a]: ',
    '[^a]: ',
    '<',
    '>',
    '<a ',
    '</a>',
    '"',
    '`',
    '``',
    '```',
    '~~~',
  ],
  ...[
    'https://e.test',
    'www.e.test',
    'ftp://e.test/`',
    '@mallory',
    '#1',
    'GH-1',
    '&#64;',
    '&commat;',
    '\\',
    '|',
    '|---|',
  ],
  ...[
    '\n',
    '\n\n',
    '\n- ',
    '\n> ',
    '    ',
    '\t',
    ' ',
    '*',
    '_',
    '<!--',
    '-->',
    '<div>',
    '<pre>',
    'x',
    '/merge',
    '!',
    ':',
    '&lt;',
  ],
];
const anything = array(constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));

test('T45, T51: whatever is published, a renderer of GitHub’s Markdown finds no link, image, mention or reference', async () => {
  await check(
    property(anything, (text) => {
      const calm = neutral(text);
      assert.doesNotMatch(rendered(calm), /<(?:a|img|div)[ >]/, calm);
      assert.doesNotMatch(spoken(calm), /(?<![a-z\d])@mallory|#1|GH-1|e\.test/, calm);
    }),
    { numRuns: 4000, seed: 7 },
  );
});

test('T56: no code keeps checks from running, credits anybody or closes an issue when a commit’s message is made of it', () => {
  const text =
    'x [skip ci] `[no ci]` [skip netlify]\n\n```\nFixes #2\nCo-authored-by: m <m@e.test>\nskip-checks: true\n```\n\nSigned-off-by: a';
  const tools = /\[(?:skip|no) |fixes #\d|-by:|skip-checks:/i;
  assert.match(text, tools);
  assert.doesNotMatch(neutral(text), tools);
  assert.equal(unmarked(neutral(text)), text);
});

test('T14, T51: bots that read what was typed are not called from code either', () => {
  const text =
    'cursor review, `bugbot run`, bors r+\n\n```\n/gemini review\n@claude go\n/usr/bin/env\n@decorate()\n```\n`@codex`';
  const calls = /@(?:claude|codex)|cursor review|bugbot run|bors r|^\/gemini/m;
  assert.match(text, calls);
  assert.doesNotMatch(neutral(text), calls);
  assert.match(neutral(text), /^\/usr\/bin\/env\n@decorate\(\)$/m, 'other code stays');
});

test('E8: no command to us or to another bot begins a line of what we publish', async () => {
  for (const text of ['/oi fix', '  /oi fix', '> /merge', '- /ok-to-test', '1. /close', 'a\n/oi fix']) {
    for (const line of neutral(text).split('\n')) assert.doesNotMatch(line, /^[\s>*+-]*(?:\d+\.)?\s*\/[a-z]/);
    assert.equal(await parseCommand(neutral(text), '/oi', 'issue'), null);
  }
});

test('E8: whatever is published, it commands nothing', async () => {
  const bits = [
    '/oi fix',
    '\n',
    '\n\n',
    ' ',
    '> ',
    '- ',
    '`',
    '```',
    '<!--',
    '-->',
    '<div>',
    'x',
    '\u200b',
    '\ufeff',
    '\r',
  ];
  const texts = sample(array(constantFrom(...bits), { maxLength: 12 }), { numRuns: 500, seed: 3 });
  for (const text of texts.map((parts) => parts.join('')))
    assert.equal(await parseCommand(neutral(text), '/oi', 'issue'), null, text);
});

test('code stays as it is, because nothing in it acts', () => {
  const text =
    'use `@scope/pkg` and `Map<string>`:\n\n```ts\n@decorate() // #1\n/x/.test(a<b>c)\n```\n\nsee a@b.test';
  assert.equal(neutral(text), text);
});

test('a fence left open is closed, so that it swallows nothing that follows', () => {
  assert.equal(neutral('a\n```js\nb'), 'a\n```js\nb\n```');
});

test('a title is one short line of plain words', () => {
  assert.equal(oneLine('Fix the <T> rounding\n\nmore', 72), 'Fix the <T> rounding');
  assert.equal(oneLine('Closes #1 for @ann [skip ci]', 72), 'Closes #\u200b1 for @\u200bann');
  assert.equal(oneLine(`${'word '.repeat(20)}`, 20), 'word word word word…');
  assert.equal(oneLine('   ', 20), '');
});

test('nothing in a fenced text closes the fence', () => {
  const text = 'a\n````\nb\n';
  const [node] = fromMarkdown(fenced(text, 'diff')).children;
  assert.deepEqual(node?.type === 'code' && [node.lang, node.value], ['diff', 'a\n````\nb']);
});
