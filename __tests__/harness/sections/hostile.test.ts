import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attributesIn } from '../../../src/harness/sections/attributes.ts';
import { json } from '../../../src/harness/sections/json.ts';
import type { Notation } from '../../../src/harness/sections/notation.ts';
import { xml } from '../../../src/harness/sections/xml.ts';
import { form } from './form.ts';

const notations: readonly [string, Notation][] = [
  ['JSON', json],
  ['XML', xml('response')],
];
const size = 64 * 1024;
const filled = (unit: string): string => unit.repeat(Math.ceil(size / unit.length));

/** The fastest of three, so that only we are measured. */
function milliseconds(act: () => unknown): number {
  const times = [0, 1, 2].map(() => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return Math.min(...times);
}

const parts = [
  '{',
  '}',
  '{}',
  '{{}',
  '[',
  '"',
  '\\',
  '{"a":',
  '<',
  '>',
  '</',
  '<response>',
  '</response>',
  '<commands>',
];
const tags = [
  '<keystrokes',
  '<keystrokes>',
  '<keystrokes a=',
  '<analysis',
  '<plan>',
  '<plan/',
  '<x>',
  'a=',
  '= ',
  '&lt;',
];

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const begun = ['<response>', '<response><commands><keystrokes ', '{"analysis":"'];
const units: readonly (readonly [before: string, unit: string])[] = [
  ...[...ascii, 'é', '漢', '👍', '\u2028', '\ud800', ...parts, ...tags].map((unit) => ['', unit] as const),
  ...begun.flatMap((before) =>
    [' ', 'a', '<', '\\', ...parts, ...tags].map((unit) => [before, unit] as const),
  ),
];

for (const [name, { read, whole }] of notations) {
  test(`64 kB of one character, or of one part of an answer, are read as ${name} in less than 100 ms`, () => {
    for (const [before, unit] of units) {
      const text = before + filled(unit);
      const took = milliseconds(() => [read(form, text), whole(form, text)]);
      assert.ok(took < 100, `${JSON.stringify(before + unit)}: ${Math.round(took)} ms`);
    }
  });

  test(`any text is read as ${name}, and what is read can be done or is told`, () => {
    const token = fc.constantFrom(
      ...parts,
      ...tags,
      'true',
      ': ',
      ', ',
      '"commands"',
      '"keystrokes"',
      'task_complete',
      '\n',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof({ weight: 5, arbitrary: token }, fc.string({ maxLength: 5 })), { maxLength: 40 })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (said) => {
        const { error, commands, warnings } = read(form, said);
        if (error !== null) assert.deepEqual(commands, []);
        assert.ok([...warnings, error ?? ''].every((words) => words.length < 500 + 3 * said.length));
        for (const { keystrokes, duration } of commands)
          assert.ok(typeof keystrokes === 'string' && Number.isFinite(duration));
        whole(form, said);
      }),
      { numRuns: 500 },
    );
  });

  test(`whatever is typed is written as ${name} so that it is read back, or not at all`, () => {
    const command = fc.record(
      { keystrokes: fc.string({ unit: 'binary' }), duration: fc.nat(60) },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 3 }), (commands) => {
        const written = (name === 'JSON' ? json : xml('response')).write(form, commands);
        if (written !== null) assert.deepEqual(read(form, written).commands, commands);
      }),
    );
  });
}

test('attributes of any text are found in a time that grows no faster than it does', () => {
  for (const unit of ['a', ' ', '=', '"', "'", 'a=', 'a =', 'a="', 'a ', '-', '/']) {
    const took = milliseconds(() => attributesIn(filled(unit)));
    assert.ok(took < 100, `${JSON.stringify(unit)}: ${Math.round(took)} ms`);
  }
});
