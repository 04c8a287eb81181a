import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../src/entry/config.ts';
import { parseInputs } from '../../src/entry/inputs.ts';
import { settle } from '../../src/entry/settings.ts';

const settingsOf = (inputs: Record<string, string>, config: string) =>
  settle(
    parseInputs({
      'INPUT_GITHUB-TOKEN': 'ghs_x',
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text]),
      ),
    }),
    parseConfig('.github/oi.yml', config),
  );

test('inputs win over the config file, which wins over the defaults', () => {
  const settings = settingsOf(
    { model: 'a/input', 'max-turns': '3' },
    'model: a/config\nharness: native\nmax-turns: 7\nmax-usd: 1\nbots: [5]\nprotect: [db/**]\n',
  );
  assert.deepEqual(settings, {
    trigger: '/oi',
    model: 'a/input',
    harness: 'native',
    sandbox: 'workspace-write',
    limits: { turns: 3, minutes: 30, tokens: null, usd: 1 },
    bots: [5],
    protect: ['db/**'],
  });
});

test('with nothing but a model the defaults hold that action.yml tells', () => {
  assert.deepEqual(settingsOf({ model: 'm' }, '').limits, {
    turns: 100,
    minutes: 30,
    tokens: null,
    usd: null,
  });
});

test('no model anywhere is an error that says both places', () => {
  assert.throws(() => settingsOf({}, ''), {
    code: 'input.missing',
    advice: /input `model`.*\.github\/oi\.yml/,
  });
});
