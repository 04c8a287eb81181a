// 64 kB of anything that repeats is read in time that nobody notices: a comment must not be able to stop a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeSpans } from '../../src/text/code-spans.ts';
import { cutMarkdown, cutText } from '../../src/text/cut.ts';
import { stripHiddenMarkup } from '../../src/text/hidden-markup.ts';
import { stripInvisible } from '../../src/text/invisible.ts';
import { lineKinds } from '../../src/text/line-kinds.ts';
import { fenced, neutral, oneLine } from '../../src/text/neutral.ts';
import { paragraphs } from '../../src/text/paragraphs.ts';
import { sanitise } from '../../src/text/sanitise.ts';
import { visibleLines } from '../../src/text/visible.ts';
import { parseCommand } from '../../src/triggers/command.ts';

/** What strangers' or models' text passes. */
const readers: Record<string, (text: string) => unknown> = {
  neutral,
  oneLine: (text) => oneLine(text, 72),
  fenced: (text) => fenced(text, ''),
  sanitise,
  stripHiddenMarkup,
  paragraphs,
  codeSpans,
  lineKinds: (text) => lineKinds(text.split('\n')),
  stripInvisible,
  cutMarkdown: (text) => cutMarkdown(text, 60_000),
  cutText: (text) => cutText(text, 60_000),
  visibleLines,
  parseCommand: (text) => parseCommand(`/oi fix ${text}`, '/oi', 'issue'),
};

const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const parts = [
  ...characters,
  ...[
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u200b',
    '\u200d',
    '\u{e0041}',
    '\ufe0f',
    '\u00a0',
    '\ud800',
    '😀',
    'é',
    '&lt;',
  ],
  ...[
    '[]',
    '![',
    '[a](',
    '](',
    '](a "',
    '[\n',
    '[a]: x\n',
    '[^a]: b\n',
    '*_a',
    '`a',
    '`|',
    '\\`',
    '> ',
    '- ',
    '1. ',
    '- a\n',
  ],
  ...[
    '<!--',
    '<!-',
    '<a ',
    '<a b="',
    "<a b='",
    '<?',
    '<![CDATA[',
    '<div>',
    '<details>',
    '&#1;',
    '@a',
    '#1',
    '\n/a',
    '\n> ',
  ],
  ...[
    'https://',
    'www.',
    'a.b/',
    'fix ',
    'fix:\n',
    '[skip ',
    'a-',
    '\na-',
    '-by:',
    '```\n',
    '~~~\n',
    'On ',
    'On 1:00\n',
    '--\n',
  ],
];

for (const [name, read] of Object.entries(readers)) {
  test(`T31: ${name} takes less than 100 ms for 64 kB of any repeated character or pair`, async () => {
    const slow: string[] = [];
    for (const part of parts) {
      // The tag is for those who look closer where there is one. CPU time, and the shortest of three: others use the machine, too.
      const text = `${part.repeat(65_536 / part.length)}<b>\n\n\`<b>\``;
      let shortest = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 3 && shortest > 50; turn++) {
        const start = process.cpuUsage();
        await read(text);
        const { user, system } = process.cpuUsage(start);
        shortest = Math.min(shortest, (user + system) / 1000);
      }
      if (shortest > 100) slow.push(`${JSON.stringify(part)}: ${Math.round(shortest)} ms`);
    }
    assert.deepEqual(slow, []);
  });
}
