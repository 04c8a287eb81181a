import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../src/entry/config.ts';
import { readYaml } from '../../src/text/yaml.ts';

const list = (items: number): string => `verify:\n${'  - npm test\n'.repeat(items)}`;

test('a text is read until it has ten thousand tokens; then it is told where it has them', () => {
  // Each item is an indent, a dash, a space, a marker, a scalar and a line break.
  const { document, errors } = readYaml(list(1600));
  assert.deepEqual(errors, []);
  assert.equal(document.toJS().verify.length, 1600);
  const long = readYaml(list(3000));
  assert.deepEqual(
    long.errors.map(({ code, text }) => [code, text]),
    [['RESOURCE_EXHAUSTION', 'There are more than 10000 words and signs']],
  );
  const { line } = long.lines.linePos(long.errors[0]?.offset ?? 0);
  assert.ok(line > 1600 && line < 2100, `line ${line}`);
  assert.throws(() => parseConfig('.github/oi.yml', list(3000)), {
    code: 'config.invalid',
    happened: new RegExp(`^\\.github/oi\\.yml, line ${line}: There are more than 10000 words and signs\\.$`),
    advice: 'Correct the YAML.',
  });
});

test('what nests too deep, or is no YAML at all, is an error and no exception, and errors have their stacks again', () => {
  for (const [text, code] of [
    ['['.repeat(3000), 'RESOURCE_EXHAUSTION'],
    ['a: [', 'BAD_INDENT'],
    ['a: 1\n---\nb: 2\n', 'MULTIPLE_DOCS'],
    ['a: 1\na: 2\n', 'DUPLICATE_KEY'],
  ] as const)
    assert.ok(
      readYaml(text).errors.some((error) => error.code === code),
      `${code}: ${text.slice(0, 20)}`,
    );
  assert.match(new Error('x').stack ?? '', /\n {4}at /);
});

test('T31: 64 kB of any pair of signs, or three of those that open or part something, are read in less than 100 ms', () => {
  const all = [...'-?:,[]{}#&*!|>\'"%@` \n\ta'];
  const few = [...'-?:[{&!" \na'];
  const join = (some: readonly string[], more: readonly string[]): string[] =>
    some.flatMap((one) => more.map((other) => one + other));
  const slow: string[] = [];
  for (const unit of [...join(all, all), ...join(few, join(few, few))]) {
    const text = unit.repeat(65_536 / unit.length);
    let least = Number.POSITIVE_INFINITY;
    // The fastest of three and the processor’s time, so that only we are measured.
    for (let turn = 0; turn < 3 && least >= 100; turn++) {
      const began = process.cpuUsage();
      readYaml(text);
      least = Math.min(least, process.cpuUsage(began).user / 1000);
    }
    if (least >= 100) slow.push(`${JSON.stringify(unit)}: ${Math.round(least)} ms`);
  }
  assert.deepEqual(slow, []);
});
