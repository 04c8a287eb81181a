import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xml } from '../../../src/harness/sections/xml.ts';
import { form } from './form.ts';

const notation = xml('response');
const read = (text: string) => notation.read(form, text);
const said = (text: string) => {
  const { error, warnings } = read(text);
  return { error, warnings };
};
const keys = (text: string, attributes = ' duration="0.1"'): string =>
  `<keystrokes${attributes}>${text}</keystrokes>`;
const answer = (commands: string, rest = ''): string =>
  `<response>\n<analysis>\na\n</analysis>\n<plan>p</plan>\n<commands>\n${commands}\n</commands>\n${rest}</response>`;

test('an answer is read with its words, raw commands and flag', () => {
  const raw = 'cat > a.html <<\'EOF\'\n<b a="1">&amp;</b> <br/>\nEOF\n';
  const text = answer(
    `${keys(raw)}\n${keys('', ' duration="10.0"')}`,
    '<task_complete> True </task_complete>',
  );
  const { warnings, ...parsed } = read(text);
  assert.deepEqual(parsed, {
    error: null,
    words: { analysis: 'a', plan: 'p' },
    commands: [
      { keystrokes: raw, duration: 0.1 },
      { keystrokes: '', duration: 10 },
    ],
    complete: true,
    quote: text,
  });
  assert.deepEqual(warnings, [
    'Warning: &amp; is read verbatim and not converted to &. NEVER USE &amp;, unless you want these exact characters to appear directly in the output.',
  ]);
});

test('without a response or commands nothing can be done, unless all is done', () => {
  assert.deepEqual(said('ls'), { error: 'No <response> tag found', warnings: [] });
  assert.deepEqual(said('<response> </response>').error, 'No <response> tag found');
  const none = '<response><analysis>a</analysis><plan/></response>';
  assert.deepEqual(said(none), {
    error: 'Missing <commands> section',
    warnings: ['Missing <commands> section'],
  });
  const done = read(none.replace('<plan/>', '<plan/><task_complete>true</task_complete>'));
  assert.deepEqual([done.error, done.complete, done.commands], [null, true, []]);
});

test('a missing end is put there, and warned of', () => {
  const { error, warnings, commands } = read(answer(keys('ls\n')).replace('</response>', ''));
  assert.deepEqual([error, commands], [null, [{ keystrokes: 'ls\n', duration: 0.1 }]]);
  assert.deepEqual(warnings, [
    'AUTO-CORRECTED: Missing </response> tag was automatically inserted - please fix this in future responses',
  ]);
});

test('what is too much, missing or in the wrong place is warned of', () => {
  const text = `So: <response><plan>p</plan><commands>${keys('x\n')}</commands><mood>good</mood><plan>q</plan>
<commands>${keys('y\n')}</commands></response> and <response>${keys('z\n')}</response>`;
  assert.deepEqual(said(text), {
    error: null,
    warnings: [
      'Extra text detected before <response> tag',
      'Extra text detected after </response> tag',
      'IMPORTANT: Only issue one <response> block at a time. You issued 2 and only the first was executed.',
      'Missing <analysis> section',
      'Unknown tag found: <mood>, expected analysis/plan/commands/task_complete',
      'Unknown tag found: <keystrokes>, expected analysis/plan/commands/task_complete',
      'Multiple <plan> sections found',
      'IMPORTANT: Only issue one <commands> block at a time. You issued 2 and only the first was executed.',
    ],
  });
  assert.deepEqual(read(text).commands, [{ keystrokes: 'x\n', duration: 0.1 }]);
  const turned = '<response><commands/><plan>p</plan><analysis>a</analysis></response>';
  assert.deepEqual(said(turned).warnings, [
    'Sections appear in wrong order. Found: commands → plan → analysis, expected: analysis → plan → commands',
    '<commands> is empty: nothing is typed. To wait for a command, send an empty <keystrokes> with a duration.',
  ]);
});

test('attributes are read as they were meant, and warned of', () => {
  const commands = [
    keys('a', ''),
    keys('b\n', ' duration=2'),
    keys('c\n', " duration='3'"),
    keys('d\n', ' duration="soon" block="true"'),
    '<keystrokes duration="5"/>',
  ];
  const { warnings, commands: found } = read(answer(commands.join('\n')));
  assert.deepEqual(
    found.map(({ keystrokes, duration }) => [keystrokes, duration]),
    [
      ['a', 1],
      ['b\n', 2],
      ['c\n', 3],
      ['d\n', 1],
      ['', 5],
    ],
  );
  assert.deepEqual(warnings, [
    'Command 1: Missing duration attribute, using default 1.0',
    'Command 2: Attribute \'duration\' value should be quoted: duration="2"',
    'Command 3: Use double quotes for attribute \'duration\': duration="3"',
    "Command 4: Unknown attribute 'block' - known attributes are: duration",
    "Command 4: Invalid duration value 'soon', using default 1.0",
    'Command 1 should end with newline when followed by another command. Otherwise the two commands will be concatenated together on the same line.',
  ]);
});

test('a command that looks like the flag is none, and the flag may be empty', () => {
  const typed = keys('echo "<task_complete>true</task_complete>"\n');
  assert.equal(read(answer(typed)).complete, false);
  for (const flag of [
    '<task_complete/>',
    '<task_complete></task_complete>',
    '<task_complete>false</task_complete>',
  ])
    assert.deepEqual(
      [read(answer(typed, flag)).complete, said(answer(keys('x'), flag)).warnings],
      [false, []],
    );
});

test('of an answer that was cut off behind its end the whole part stands, unless there are two', () => {
  const whole = answer(keys('ls\n'));
  assert.equal(notation.whole(form, `${whole}\n\nThen I`), whole);
  assert.equal(notation.whole(form, whole.slice(0, -3)), null);
  assert.equal(notation.whole(form, answer(`${keys('a')}</commands><commands>${keys('b')}`)), null);
});

test('commands are written so that they are read back, or not at all', () => {
  const commands = [{ keystrokes: 'echo "<b>"\n', duration: 2 }];
  assert.deepEqual(read(notation.write(form, commands) ?? '').commands, commands);
  assert.equal(notation.write(form, [{ keystrokes: 'echo </keystrokes>\n', duration: 2 }]), null);
});
