import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { parseConfig } from '../../src/entry/config.ts';

const path = '.github/oi.yml';
const refusal = (text: string): OiError => {
  try {
    parseConfig(path, text);
  } catch (error) {
    if (error instanceof OiError) return error;
  }
  return assert.fail('it was accepted');
};

test('a config file is read, and no file or an empty one is no setting', () => {
  const text = 'model: deepseek/deepseek-chat\nmax-usd: 2\nbots: [49699333]\nprotect:\n  - db/**\n';
  assert.deepEqual(parseConfig(path, text), {
    model: 'deepseek/deepseek-chat',
    'max-usd': 2,
    bots: [49699333],
    protect: ['db/**'],
  });
  for (const nothing of [null, '', '# later\n', '---\n'])
    assert.deepEqual(parseConfig(path, nothing), { bots: [], protect: [] });
});

test('an unknown key is an error with its line and the nearest right key', () => {
  const { code, happened, advice } = refusal('max-turns: 5\n\nmodle: x\n');
  assert.equal(code, 'config.invalid');
  assert.equal(happened, '.github/oi.yml, line 3: There is no setting `modle`; did you mean `model`?');
  assert.match(advice, /`model`, `harness`, `wire`, `max-turns`/);
});

test('an unknown key that is like none lists what there is', () => {
  assert.match(refusal('sandbox: off\n').happened, /line 1: There is no setting `sandbox`\.$/);
});

test('what only the workflow may say is no setting of the file', () => {
  for (const name of ['api-key', 'base-url', 'github-token', 'trigger'])
    assert.equal(refusal(`${name}: x\n`).code, 'config.invalid', name);
});

test('a wrong value is named with its line and its rule', () => {
  for (const [text, words] of [
    ['model: x\nmax-turns: "five"\n', /line 2: `max-turns` must be a whole number from 1 to 10000\.$/],
    ['max-turns: 1.5\n', /line 1: `max-turns` must be a whole number/],
    ['bots: dependabot\n', /line 1: `bots` must be a list of the numbers/],
    ['\nbots: ["dependabot[bot]"]\n', /line 2: `bots` must be a list of the numbers/],
    // A list that matches too much begins as one that is not understood (T06).
    ['bots: ["123"]\n', /line 1: `bots` must be a list of the numbers/],
    ['bots: 123\n', /line 1: `bots` must be a list of the numbers/],
    ['bots: [1.5]\n', /line 1: `bots` must be a list of the numbers/],
    ['protect: db\n', /line 1: `protect` must be a list of globs/],
    ['protect: [""]\n', /line 1: `protect` must be a list of globs/],
    ['allow-paths: yes\n', /line 1: `allow-paths` must be a list of globs/],
    ['allow-hosts: ["https://a.example"]\n', /line 1: `allow-hosts` must be a list of hosts/],
    ['allow-models: kimi\n', /line 1: `allow-models` must be a list of models by their whole names/],
    ['allow-models: [deepseek/*]\n', /line 1: `allow-models` must be a list of models by their whole names/],
    ['model: x\nallow-harnesses: [pi, ""]\n', /line 2: `allow-harnesses` must be a list of harnesses/],
    ['model: [a]\n', /line 1: `model` must be one word/],
  ] as const)
    assert.match(refusal(text).happened, words);
});

test('what is no YAML, no map, said twice or a bomb is an error with its line', () => {
  for (const [text, words] of [
    ['model: "x\n', /line \d: .+\.$/],
    ['- model\n', /line 1: This is not a list of settings\.$/],
    ['just words\n', /line 1: This is not a list of settings\.$/],
    ['model: a\n---\nmodel: b\n', /line 2: A second document begins here\.$/],
    ['model: a\nmodel: b\n', /line 2: .*unique/],
    [`protect: &a [x]\nbots: [${'*a, '.repeat(500)}]\n`, /line \d/],
  ] as const) {
    const { code, happened } = refusal(text);
    assert.equal(code, 'config.invalid');
    assert.match(happened, words);
  }
});
