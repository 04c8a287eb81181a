import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { array, constantFrom, sample, string } from 'fast-check';
import { parseCommand } from '../../src/triggers/command.ts';
import { mayConcern } from '../../src/triggers/prefilter.ts';

test('the prefilter lets a line through that begins with the trigger, in any case', () => {
  for (const body of ['/oi', '/OI fix', 'hello\r\n  /oi fix', '> x\n\n/oi: fix'])
    assert.ok(mayConcern(body, '/oi'), body);
});

test('E1: the prefilter knows a URL, a path, another word and plain talk for what they are', () => {
  for (const body of [
    'see https://example.test/oi/x',
    '/oi/setup',
    '/oifix',
    'please /oi fix',
    '',
    '> /oi fix',
  ])
    assert.ok(!mayConcern(body, '/oi'), body);
});

test('it imports nothing, because it runs before anything is loaded', () => {
  const source = readFileSync(new URL('../../src/triggers/prefilter.ts', import.meta.url), 'utf8');
  assert.doesNotMatch(source, /\bimport\b[^.]*['"(]|\brequire\(/);
});

test('E4: whatever the trigger recognises, the prefilter lets through', async () => {
  const triggers = ['/oi', '/AI', '@Claude', '/ΟΣ', 'İ', '/a.b*', '::'];
  let recognised = 0;
  for (const trigger of triggers) {
    const bits = [
      ...[
        trigger,
        trigger,
        trigger.toLowerCase(),
        trigger.toUpperCase(),
        ' fix',
        ' x',
        ':',
        ',',
        ' ',
        '\t',
        '\u00a0',
      ],
      ...[
        '\n',
        '\r\n',
        '\r',
        '\n\n',
        '> ',
        '- ',
        '1. ',
        '    ',
        '```',
        '`',
        '~~~',
        '<!--',
        '-->',
        '<b>',
        '<b\n>',
        '<div>',
      ],
      ...[
        '[',
        '](',
        ')',
        '![',
        '\\',
        '\u200b',
        '\ufeff',
        '\ufffc',
        '\u2028',
        '\0',
        '&#47;',
        '<details>',
        '</details>',
      ],
    ];
    const bodies = sample(array(constantFrom(...bits), { maxLength: 8 }), { numRuns: 1500, seed: 8 });
    const odd = sample(string({ unit: 'binary', maxLength: 6 }), { numRuns: 200, seed: 8 });
    for (const body of [
      ...bodies.map((parts) => parts.join('')),
      ...odd.map((text) => `${text}${trigger} fix`),
    ]) {
      if ((await parseCommand(body, trigger, 'issue')) === null) continue;
      recognised++;
      assert.ok(mayConcern(body, trigger), JSON.stringify(body));
    }
  }
  assert.ok(recognised > 200, `only ${recognised} commands among the texts`);
});
