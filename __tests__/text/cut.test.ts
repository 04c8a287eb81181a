import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as check, constantFrom, integer, property } from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { cutMarkdown, cutText } from '../../src/text/cut.ts';

const note = '\n\n*The rest is cut off.*';

test('R5: a body over 65,536 characters is cut to fit, with its fence and folds closed', () => {
  const body = `<details><summary>Log</summary>\n\n\`\`\`js\n${'größer 😀\n'.repeat(10_000)}`;
  const cut = cutMarkdown(body, 65_536);
  assert.ok(cut.length <= 65_536 && cut.length > 65_000);
  assert.ok(cut.endsWith(`\n\`\`\`\n\n</details>${note}`), cut.slice(-60));
  assert.ok(cut.isWellFormed());
});

test('R5: what fits is not touched', () => {
  assert.equal(cutMarkdown('```\nopen', 8), '```\nopen');
});

test('R5: a longer fence is closed by one as long, and one in a list ends with the list', () => {
  assert.ok(cutMarkdown(`~~~~~\n${'x'.repeat(200)}`, 100).endsWith(`x\n~~~~~${note}`));
  const cut = cutMarkdown(`- \`\`\`\n  ${'x'.repeat(200)}`, 100);
  const last = fromMarkdown(cut).children.at(-1);
  assert.equal(last?.type, 'paragraph');
});

test('R5: a comment or a tag that the cut halves is left out', () => {
  assert.equal(cutMarkdown(`abc <!-- ${'x'.repeat(100)} -->`, 60), `abc ${note}`);
  assert.equal(cutMarkdown(`abc <details open="${'x'.repeat(100)}">`, 60), `abc ${note}`);
});

test('R5: no cut is longer than asked, splits a character, or leaves the note inside code', async () => {
  const bits = [
    '```\n',
    '~~~\n',
    '<details>\n\n',
    '</details>\n',
    '<!-- ',
    ' -->',
    '😀',
    'é',
    'word ',
    '\n',
    '\n\n',
    '- ',
    '> ',
    '    ',
  ];
  await check(
    property(
      array(constantFrom(...bits), { minLength: 30, maxLength: 120 }),
      integer({ min: 60, max: 150 }),
      (parts, limit) => {
        const text = parts.join('');
        const cut = cutMarkdown(text, limit);
        assert.ok(cut.length <= limit && cut.isWellFormed());
        if (cut === text) return;
        const last = fromMarkdown(cut).children.at(-1);
        assert.ok(last?.type !== 'code', cut);
      },
    ),
    { numRuns: 2000, seed: 5 },
  );
});

test('text is cut between characters', () => {
  assert.equal(cutText('ab😀', 3), 'ab');
  assert.equal(cutText('ab😀', 4), 'ab😀');
  assert.equal(cutText('ab', 0), '');
});
