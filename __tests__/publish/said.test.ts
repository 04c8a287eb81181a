import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { said } from '../../src/publish/words.ts';

const words = (body: string): string => said({ title: '', body } as Parameters<typeof said>[0]);
/** As it stands between what is ours. */
const shape = (told: string): string[] =>
  fromMarkdown(['**Proved**', told, '**Cost**'].filter(Boolean).join('\n\n')).children.map(
    ({ type }) => type,
  );

/** What might get out of a quote: the starts of blocks, their ends, and every kind of line end. */
const pieces = [
  ...['\n', '\r', '\r\n', '\n\n', '\n \n', '\t', '    ', ' '],
  ...['> ', '>', '- ', '1. ', '# Proved\n', '**Proved**', '===', '---\n', '***\n'],
  ...['```', '~~~\n', '`', '<div>\n', '</details>', '<!--', '-->', '<script>', ']]>', '<?php'],
  ...[
    '[a]: b\n',
    '[Proved]: https://evil.test\n',
    '| a |\n| - |\n',
    '\\',
    'npm test passed',
    '\u2028',
    '\u0000',
  ],
];

test('whatever the agent says stands in one quote, and leaves what is ours as it is', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 24 });
  fc.assert(
    fc.property(text, (parts) => {
      const told = words(parts.join(''));
      assert.deepEqual(
        shape(told),
        told === '' ? ['paragraph', 'paragraph'] : ['paragraph', 'paragraph', 'blockquote', 'paragraph'],
      );
    }),
    { numRuns: 2000 },
  );
});

test('headings and tables that look like ours are the agent’s', () => {
  assert.equal(
    words('Done.\n\n**Proved**\n\n- `npm test` passed'),
    '**What the agent says** (unverified)\n\n> Done.\n>\n> **Proved**\n>\n> - `npm test` passed',
  );
});
