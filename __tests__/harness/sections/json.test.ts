import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '../../../src/harness/sections/json.ts';
import { form } from './form.ts';

const read = (text: string) => json.read(form, text);
const said = (text: string) => {
  const { error, warnings } = read(text);
  return { error, warnings };
};
const answer = (over: object): string => JSON.stringify({ analysis: 'a', plan: 'p', commands: [], ...over });
const ls = { keystrokes: 'ls\n', duration: 0.1 };

test('an answer is read with its words, commands and flag', () => {
  const text = answer({ commands: [ls, { keystrokes: '', duration: 10 }], task_complete: true });
  assert.deepEqual(read(text), {
    error: null,
    warnings: [],
    words: { analysis: 'a', plan: 'p' },
    commands: [ls, { keystrokes: '', duration: 10 }],
    complete: true,
    quote: text,
  });
});

test('the first whole object counts, braces in strings do not, and words around it are warned of', () => {
  const text = answer({ analysis: 'a } and \\" { here', commands: [ls] });
  assert.deepEqual(said(`Now:\n\`\`\`json\n${text}\n\`\`\``), {
    error: null,
    warnings: ['Extra text detected before JSON object', 'Extra text detected after JSON object'],
  });
  assert.equal(read(`Now: ${text} {"more": 1}`).quote, text);
});

test('what is missing or of a type that cannot be used is an error', () => {
  const errors = [
    'ls -la',
    '{"analysis": "a" "plan"}',
    '{"plan": "p"}',
    answer({ commands: 'ls' }),
    answer({ commands: ['ls'] }),
    answer({ commands: [{ duration: 1 }] }),
    answer({ commands: [ls, { keystrokes: 7 }] }),
  ].map((text) => read(text).error);
  assert.match(errors[1] ?? '', /^Invalid JSON: .+ \| Content: "\{\\"analysis\\": \\"a\\" \\"plan\\"\}"$/);
  assert.deepEqual(
    [errors[0], ...errors.slice(2)],
    [
      'No valid JSON found in response',
      'Missing required fields: analysis, commands',
      "Field 'commands' must be an array",
      'Command 1 must be an object',
      "Command 1 missing required 'keystrokes' field",
      "Command 2 'keystrokes' must be a string",
    ],
  );
  const long = read(`{"analysis": ${'x'.repeat(300)}}`).error ?? '';
  assert.match(long, / \| Content preview: "\{\\"analysis\\": x{87}"\.\.\.$/);
});

test('what can be used all the same is warned of', () => {
  const text = `{"plan": 5, "analysis": "a", "task_complete": 1, "commands": [
    {"keystrokes": "ls"}, {"keystrokes": "x\\n", "duration": "long", "timeout": 5}]}`;
  assert.deepEqual(said(text), {
    error: null,
    warnings: [
      "Field 'plan' should be a string",
      'Fields appear in wrong order. Found: plan → analysis → commands, expected: analysis → plan → commands',
      "Field 'task_complete' should be a boolean or string",
      'Command 1: Missing duration field, using default 1.0',
      'Command 1 should end with newline when followed by another command. Otherwise the two commands will be concatenated together on the same line.',
      'Command 2: Invalid duration value, using default 1.0',
      'Command 2: Unknown fields: timeout',
    ],
  });
  assert.deepEqual(read(text).commands, [
    { keystrokes: 'ls', duration: 1 },
    { keystrokes: 'x\n', duration: 1 },
  ]);
});

test('the flag may be a word, and of an answer that says that all is done wrong commands are only warned of', () => {
  const complete = [true, 'true', 'YES', '1', 'no', false, null].map(
    (task_complete) => read(answer({ task_complete })).complete,
  );
  assert.deepEqual(complete, [true, true, true, true, false, false, false]);
  const { error, warnings, commands } = read(answer({ commands: [ls, 'ls'], task_complete: true }));
  assert.deepEqual([error, warnings, commands], [null, ['Command 2 must be an object'], []]);
});

test('missing braces are added, and an object is picked out of braces that do not fit; both are warned of', () => {
  const whole = answer({ commands: [ls] });
  const unended = read(whole.slice(0, -1));
  assert.deepEqual([unended.error, unended.commands], [null, [ls]]);
  assert.deepEqual(unended.warnings, [
    'AUTO-CORRECTED: Fixed incomplete JSON by adding missing closing brace - please fix this in future responses',
  ]);
  const mixed = read(`I use {braces: ${whole}`);
  assert.deepEqual([mixed.error, mixed.commands], [null, [ls]]);
  assert.deepEqual(mixed.warnings, [
    'AUTO-CORRECTED: Extracted JSON from mixed content - please fix this in future responses',
  ]);
});

test('of an answer that was cut off nothing stands, and commands are written so that they are read back', () => {
  assert.equal(json.whole(form, answer({})), null);
  const commands = [ls, { keystrokes: 'echo "</keystrokes> } {"\n', duration: 2 }];
  assert.deepEqual(read(json.write(form, commands) ?? '').commands, commands);
});
