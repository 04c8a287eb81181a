import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJobLog } from '../../../sim/runner/job-log.ts';
import { openMasks } from '../../../sim/runner/masks.ts';

const logOf = (lines: readonly string[], secrets: readonly string[] = []) => {
  const log = openJobLog(openMasks(secrets));
  for (const line of lines) log.line(line);
  return log;
};

test('commands become annotations, with their properties unescaped', () => {
  const { annotations } = logOf(['::error file=a%2Cb.ts,line=1::one%0Atwo 100%25', '  ::notice::hello']);
  assert.deepEqual(annotations, [
    { level: 'error', message: 'one\ntwo 100%', properties: { file: 'a,b.ts', line: '1' } },
    { level: 'notice', message: 'hello', properties: {} },
  ]);
});

test('the old form is obeyed anywhere in a line', () => {
  assert.equal(logOf(['text ##[warning]careful']).annotations[0]?.message, 'careful');
});

test('nothing is obeyed between stop-commands and its token', () => {
  const log = logOf(['::stop-commands::t0ken', '::error::no', '::t0ken::', '::error::yes']);
  assert.deepEqual(
    log.annotations.map(({ message }) => message),
    ['yes'],
  );
  assert.match(log.text(), /^::error::no$/m);
});

test('an unknown command, also one named like a property of every object, is printed as it is', () => {
  assert.equal(logOf(['::constructor::x', '::nothing::y']).text(), '::constructor::x\n::nothing::y\n');
});

test('a mask hides from the line on where it was given, in the log and in annotations', () => {
  const log = logOf([
    'before s3cret-value',
    '::add-mask::s3cret-value',
    'after s3cret-value',
    '::error::s3cret-value',
  ]);
  assert.equal(log.text(), 'before s3cret-value\nafter ***\n##[error]***\n');
  assert.equal(log.annotations[0]?.message, '***');
  assert.equal(log.raw(), 'before s3cret-value\nafter s3cret-value\n::error::s3cret-value\n');
});

test('a secret is hidden line by line, in JSON, in a URL and in Base64 wherever it begins', () => {
  const secret = 'top secret/"value"';
  const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret)];
  const base64 = ['', 'x', 'xy', 'xyz'].map((before) => Buffer.from(`${before}${secret}`).toString('base64'));
  const shown = logOf([...forms, ...base64], [secret]).text();
  assert.equal(shown.match(/\*\*\*/g)?.length, forms.length + base64.length, shown);
  assert.equal(logOf(['one line', 'and two'], ['one line\nand two']).text(), '***\n***\n');
});

test('commands of old days still work or are refused, and say so', () => {
  const log = logOf([
    '::set-output name=a::1',
    '::save-state name=b::2',
    '::set-env name=PATH::/evil',
    '::add-path::/evil',
  ]);
  assert.deepEqual([log.outputs, log.state], [{ a: '1' }, { b: '2' }]);
  assert.deepEqual(
    log.annotations.map(({ level }) => level),
    ['warning', 'warning', 'error', 'error'],
  );
});
