import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { OiError } from '../../src/core/errors.ts';
import { inputNames, parseInputs } from '../../src/entry/inputs.ts';

const env = (inputs: Record<string, string>) => ({
  'INPUT_GITHUB-TOKEN': 'ghs_x',
  ...Object.fromEntries(Object.entries(inputs).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text])),
});

const refusal = (inputs: Record<string, string>): OiError => {
  try {
    parseInputs(env(inputs));
  } catch (error) {
    if (error instanceof OiError) return error;
  }
  return assert.fail('it was accepted');
};

test('action.yml declares exactly the inputs that are read, and tells the same defaults', () => {
  const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
  assert.deepEqual(Object.keys(action.inputs).toSorted(), [...inputNames].toSorted());
  const { config, trigger } = parseInputs(env({}));
  assert.deepEqual([action.inputs.config.default, action.inputs.trigger.default], [config, trigger]);
});

test('inputs are read with white space and empty ones left out', () => {
  assert.deepEqual(
    parseInputs(
      env({ model: ' deepseek/deepseek-chat\n', 'api-key': '', 'max-turns': '5', 'max-usd': '0.5' }),
    ),
    {
      'github-token': 'ghs_x',
      config: '.github/oi.yml',
      label: 'oi',
      trigger: '/oi',
      model: 'deepseek/deepseek-chat',
      'max-turns': 5,
      'max-usd': 0.5,
    },
  );
});

test('a value that cannot be is refused with the name of its input', () => {
  for (const [name, text] of [
    ['max-turns', 'many'],
    ['max-turns', '1.5'],
    ['max-turns', '0'],
    ['max-minutes', '-1'],
    ['max-minutes', '9999'],
    ['max-usd', 'NaN'],
    ['model', 'two words'],
    ['base-url', 'api.example.com'],
    ['base-url', 'file:///etc/passwd'],
    ['config', '../secrets.yml'],
    ['config', '/etc/oi.yml'],
    ['config', 'oi.json'],
    ['trigger', 'two words'],
  ] as const) {
    const { code, happened, advice } = refusal({ [name]: text });
    assert.equal(code, 'input.invalid', `${name}=${text}`);
    assert.match(happened, new RegExp(`^The input \`${name}\` must be .+[^.]\\.$`));
    assert.match(advice, new RegExp(`Correct \`${name}\``));
  }
});

test('a value is never quoted, because a secret may have been pasted into the wrong place', () => {
  const { message } = refusal({ model: 'sk-live-0123 456' });
  assert.doesNotMatch(message, /sk-live/);
});

test('a misspelt input names the right one instead of being no limit at all', () => {
  const { code, happened, advice } = refusal({ 'max-turn': '5' });
  assert.equal(code, 'input.invalid');
  assert.match(happened, /`max-turn`/);
  assert.match(advice, /`max-turns`/);
});

test('a variable of another action is none of our affair', () => {
  assert.doesNotThrow(() => parseInputs(env({ 'fetch-depth': '1' })));
});

test('an empty token has its own code', () => {
  assert.equal(refusal({ 'github-token': '' }).code, 'input.missing');
});
