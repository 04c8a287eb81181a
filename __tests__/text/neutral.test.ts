import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, constantFrom, sample } from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { fenced, neutral, oneLine } from '../../src/text/neutral.ts';
import { parseCommand } from '../../src/triggers/command.ts';

/** What GitHub would act on: mention, reference, closing keyword with either; a gap in the middle keeps it from that. */
const acts = /(?:^|[^\w`/.])@\w|#\d|\bGH-\d|\/(?:issues|pull|discussions)\/\d/i;

const attacks: [what: string, text: string][] = [
  ['a mention', 'thanks @mallory and @org/team'],
  [
    'closing keywords in each spelling',
    'Fixes #1, closes org/repo#2 resolves https://x.test/a/b/issues/3 and GH-4',
  ],
  ['a mention behind a code span that is none', '`a\n@mallory`'],
  ['a mention in what was HTML', '<!-- x -->\n    @mallory'],
  ['a mention behind a link target', '[a](`) @mallory `'],
  ['a mention in a table cell', '| ` | ` @mallory ` | ` |'],
];
for (const [what, text] of attacks) {
  test(`S10: ${what} is read by people and by nobody else`, () => {
    assert.match(text, acts);
    assert.doesNotMatch(neutral(text), acts);
    assert.equal(neutral(text).replaceAll('\u200b', '').replaceAll('&lt;', '<'), text);
  });
}

test('S10: images are not loaded and HTML does nothing', () => {
  const text = '![x](http://x.test/?d=1) <img src="http://x.test/?d=1"> <details>x</details> <!-- y -->';
  const kinds = (markdown: string): Set<string> => {
    const found = new Set<string>();
    const look = (node: Nodes): void => {
      found.add(node.type);
      if ('children' in node) for (const child of node.children) look(child);
    };
    look(fromMarkdown(markdown));
    return found;
  };
  assert.ok(kinds(text).has('image') && kinds(text).has('html'));
  assert.ok(!kinds(neutral(text)).has('image') && !kinds(neutral(text)).has('html'));
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
