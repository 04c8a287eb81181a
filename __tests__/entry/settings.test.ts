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
    label: 'oi',
    model: 'a/input',
    harness: 'native',
    allow: { models: ['a/input'], harnesses: ['native'] },
    sandbox: 'workspace-write',
    limits: { turns: 3, minutes: 30, tokens: null, usd: 1 },
    bots: [5],
    protect: ['db/**'],
    verify: { commands: null, rounds: 3, readyWhenGreen: false },
  });
});

test('a comment may choose what is set, what may take over and what the file allows besides', () => {
  const { allow } = settingsOf(
    { model: 'a/input' },
    'model: a/config\nfallback: [b/other]\nallow-models: [c/large, a/input]\nallow-harnesses: [pi]\n',
  );
  assert.deepEqual(allow, { models: ['a/input', 'b/other', 'c/large'], harnesses: ['pi'] });
});

test('T54: the file may permit paths and hosts, and is protected whatever its name is', () => {
  const text = 'allow-paths: [.vscode/**]\nallow-hosts: [npm.example.org]\nprotect: [db/**]\n';
  const settings = settingsOf({ model: 'm', config: 'ci/[oi].yml' }, text);
  assert.deepEqual(settings.allowPaths, ['.vscode/**']);
  assert.deepEqual(settings.allowHosts, ['npm.example.org']);
  assert.deepEqual(settings.protect, ['db/**', 'ci/\\[oi\\].yml']);
});

test('with nothing but a model the defaults hold that action.yml tells', () => {
  assert.deepEqual(settingsOf({ model: 'm' }, '').limits, {
    turns: 100,
    minutes: 30,
    tokens: null,
    usd: null,
  });
});

test('checks are named by an input, a command a line, or by the file, as a list or as text', () => {
  const named = (inputs: Record<string, string>, config = '') =>
    settingsOf({ model: 'm', ...inputs }, config).verify;
  assert.deepEqual(named({ verify: 'npm test\n\n  make check  ' }).commands, ['npm test', 'make check']);
  assert.deepEqual(named({}, 'verify: [npm test]\nverify-rounds: 2\nready-when-green: true\n'), {
    commands: ['npm test'],
    rounds: 2,
    readyWhenGreen: true,
  });
  assert.equal(named({ 'ready-when-green': 'false' }, 'ready-when-green: true\n').readyWhenGreen, false);
  assert.throws(() => named({ 'ready-when-green': 'perhaps' }), { code: 'input.invalid' });
  assert.throws(() => named({ 'verify-rounds': '0' }), { code: 'input.invalid' });
  assert.deepEqual(named({}, 'verify: npm test\n').commands, ['npm test']);
  assert.deepEqual(named({}, 'verify: |\n  npm test\n\n  make check\n').commands, ['npm test', 'make check']);
  assert.deepEqual(
    named({ verify: 'npm test \\\n  --workspaces\r\n# the types\ntsc -p . \\\\\nmake \\\n' }).commands,
    ['npm test   --workspaces', 'tsc -p . \\\\', 'make'],
  );
  const script = 'if test -f a; then\n  make a\nfi\n';
  assert.deepEqual(
    named({}, `verify:\n  - npm test\n  - |\n    ${script.replaceAll('\n', '\n    ')}`).commands,
    ['npm test', script],
  );
  const document = 'node - <<END\n  check()\nEND\n';
  for (const several of [script, document, 'for a in *; do\n  make $a\ndone\n'])
    assert.throws(() => named({ verify: several }), {
      code: 'input.invalid',
      happened: /one a line; one of several lines is an item of a YAML list/,
    });
  assert.throws(() => named({}, `verify: |\n  ${document.replaceAll('\n', '\n  ')}`), {
    code: 'config.invalid',
  });
  assert.deepEqual(named({ verify: 'grep 3 <<<"$A"\ndocker build .' }).commands, [
    'grep 3 <<<"$A"',
    'docker build .',
  ]);
  for (const wrong of ['verify: true\n', 'verify: [1]\n', 'verify: [""]\n'])
    assert.throws(() => named({}, wrong), { code: 'config.invalid' });
});

test('no model anywhere is an error that says both places', () => {
  assert.throws(() => settingsOf({}, ''), {
    code: 'input.missing',
    advice: /input `model`.*\.github\/oi\.yml/,
  });
});
