import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scriptsBehind } from '../../src/verify/scripts/index.ts';
import { commandsIn, unwrapped } from '../../src/verify/scripts/shell-words.ts';

type Files = Readonly<Record<string, string>>;

/** Which of the changed files stand behind a command; `base` is the repository, `changes` what differs (null: gone). */
function behind(
  command: string,
  base: Files,
  changes: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const bytes = (text: string | null | undefined) =>
    text === null || text === undefined ? null : Buffer.from(text);
  const change = Object.entries(changes).map(([path, after]) => ({
    path,
    before: bytes(base[path]),
    after: bytes(after),
  }));
  return scriptsBehind(command, change, async (path) => bytes(base[path]));
}

const manifest = (scripts: object, rest: object = {}) => JSON.stringify({ name: 'a', scripts, ...rest });

test('false green: the script itself, or a hook around it, is named', async () => {
  const base = { 'package.json': manifest({ test: 'node t.js', lint: 'l' }) };
  const changed = (scripts: object) => ({
    'package.json': manifest({ test: 'node t.js', lint: 'l', ...scripts }),
  });
  const rows: [string, object, boolean][] = [
    ['npm run test', { test: 'exit 0' }, true],
    ['npm test', { test: 'exit 0' }, true],
    ['npm t', { test: 'exit 0' }, true],
    ['yarn test', { test: 'exit 0' }, true],
    ['pnpm run test', { test: 'exit 0' }, true],
    ['npm test', { pretest: 'sed -i s/1/2/ t.js' }, true],
    ['npm run test -- --silent', { posttest: 'exit 0' }, true],
    ['npm run test', { lint: 'x', build: 'y' }, false],
  ];
  for (const [command, scripts, named] of rows) {
    const told = await behind(command, base, changed(scripts));
    assert.deepEqual(told, named ? ['package.json'] : [], `${command} ${JSON.stringify(scripts)}`);
  }
  assert.deepEqual(await behind('npm run test', base, { 'package.json': null }), ['package.json']);
});

test('what else package.json holds is not the script', async () => {
  const base = { 'package.json': manifest({ test: 'jest' }, { dependencies: { a: '1' } }) };
  const other = (rest: object) => ({ 'package.json': manifest({ test: 'jest' }, rest) });
  assert.deepEqual(await behind('npm test', base, other({ dependencies: { a: '2' } })), []);
  assert.deepEqual(await behind('npm test', base, other({ jest: { testMatch: [] } })), ['package.json']);
});

test('commands are followed through scripts, recipes and shell scripts', async () => {
  const base = {
    'package.json': manifest({
      test: 'npm run -s unit && npm-run-all check:*',
      unit: 'cross-env CI=1 node --import ./tools/setup.js tools/run.js --all',
      'check:a': 'sh scripts/a.sh',
      other: 'node tools/other.js',
    }),
    'scripts/a.sh': '#!/bin/sh\n# node tools/no.js\npython3 -u tools/check.py | tee log.txt\n',
    'sub/package.json': manifest({ test: 'vitest run' }),
    Makefile:
      'PY ?= python3\ntest: build\n\t@$(PY) -m pytest -q\nbuild:\n\t$(MAKE) -C lib all\nlint:\n\tnode tools/lint.js\n',
    'lib/Makefile': 'all:\n\t./gen.sh\n',
    'lib/gen.sh': 'node emit.js\n',
    justfile: 'test *args:\n    cargo test\n',
  };
  const rows: [command: string, path: string, named: boolean][] = [
    ['npm test', 'tools/setup.js', true],
    ['npm test', 'tools/run.js', true],
    ['npm test', 'scripts/a.sh', true],
    ['npm test', 'tools/check.py', true],
    ['npm test', 'tools/other.js', false],
    ['npm test', 'tools/no.js', false],
    ['npm test', 'log.txt', false],
    ['npm --prefix sub test', 'sub/vitest.config.ts', true],
    ['cd sub && npm test', 'sub/vitest.config.ts', true],
    ['make test', 'Makefile', true],
    ['make test', 'GNUmakefile', true],
    ['make test', 'conftest.py', true],
    ['make test', 'lib/gen.sh', true],
    ['make test', 'lib/emit.js', true],
    ['make test', 'tools/lint.js', false],
    ['just test', 'build.rs', true],
    ["bash -c 'node tools/x.js'", 'tools/x.js', true],
    ['if true; then (node tools/x.js); fi', 'tools/x.js', true],
    ['./scripts/test', 'scripts/test', true],
    ['grep 3 sum.txt', 'sum.txt', false],
    ['eslint src/a.js -c tools/rules.js', 'src/a.js', false],
    ['eslint src/a.js -c tools/rules.js', 'tools/rules.js', true],
    ['tsc --project=build.json', 'build.json', true],
    ['node --test test/a.test.js', 'test/a.test.js', false],
  ];
  for (const [command, path, named] of rows) {
    assert.deepEqual(
      await behind(command, base, { [path]: 'changed' }),
      named ? [path] : [],
      `${command}: ${path}`,
    );
  }
});

test('what a runner reads by itself stands behind it, also when it is new', async () => {
  const rows: [command: string, path: string, named: boolean][] = [
    ['python3 -m pytest -q', 'conftest.py', true],
    ['python3 -m pytest -q', 'tests/deep/conftest.py', true],
    ['python3 -m pytest', 'pytest.ini', true],
    ['python3 -m pytest', 'pytest.py', true],
    ['python3 -m pytest', 'pytest/__init__.py', true],
    ['python3 -m unittest', 'unittest.py', true],
    ['uv run --no-sync --offline pytest', 'src/sitecustomize.py', true],
    ['poetry run pytest', 'x.pth', true],
    ['pytest tests', 'src/app.py', false],
    ['tox run', 'tox.ini', false],
    ['npx jest', 'jest.config.ts', true],
    ['npx --no-install jest', 'jest.setup.js', true],
    ['yarn vitest run', 'packages/a/vitest.config.js', true],
    ['pnpm exec mocha', '.mocharc.yml', true],
    ['npx jest', 'src/app.ts', false],
    ['npm test', '.npmrc', true],
    ['npm test', 'conftest.py', false],
    ['timeout 60 cargo test --offline', 'build.rs', true],
    ['cargo test', '.cargo/config.toml', true],
    ['./gradlew --offline test', 'app/build.gradle.kts', true],
    ['./mvnw -o test', 'mvnw', true],
    ['bundle exec rspec', 'spec/spec_helper.rb', true],
    ['vendor/bin/phpunit', 'phpunit.xml', true],
    ['go test ./...', 'main.go', false],
  ];
  for (const [command, path, named] of rows) {
    assert.deepEqual(
      await behind(command, {}, { [path]: 'new' }),
      named ? [path] : [],
      `${command}: ${path}`,
    );
  }
});

test('of settings that many share only the part counts that is for the command', async () => {
  const project = (pytest: string, version: string) =>
    `[project]\nversion = "${version}"\n[tool.pytest.ini_options]\naddopts = "${pytest}"\n[tool.ruff]\nline-length = 9\n`;
  const base = {
    'pyproject.toml': project('-q', '1'),
    'Cargo.toml': '[package]\nversion = "1"\n[dependencies]\na = "1"\n',
  };
  const rows: [command: string, path: string, after: string, named: boolean][] = [
    ['pytest', 'pyproject.toml', project('-q -k nothing', '1'), true],
    ['pytest', 'pyproject.toml', project('-q', '2'), false],
    ['ruff check .', 'pyproject.toml', project('-k nothing', '2'), false],
    ['ruff check .', 'pyproject.toml', project('-q', '1').replace('9', '8'), true],
    ['cargo test', 'Cargo.toml', '[package]\nversion = "2"\n[dependencies]\na = "2"\n', false],
    [
      'cargo test',
      'Cargo.toml',
      '[package]\nversion = "1"\n[lib]\ntest = false\n[dependencies]\na = "1"\n',
      true,
    ],
    [
      'cargo test',
      'Cargo.toml',
      '[package]\nversion = "1"\nautotests = false\n[dependencies]\na = "1"\n',
      true,
    ],
  ];
  for (const [command, path, after, named] of rows) {
    assert.deepEqual(
      await behind(command, base, { [path]: after }),
      named ? [path] : [],
      `${command}: ${after}`,
    );
  }
});

test('scripts that call each other without an end are followed once', async () => {
  const base = {
    'package.json': manifest({ test: 'npm run a', a: 'npm test && node b.js' }),
    Makefile: 'a: b\nb: a\n\tmake a\n',
  };
  assert.deepEqual(await behind('npm test', base, { 'b.js': '' }), ['b.js']);
  assert.deepEqual(await behind('make a', base, { Makefile: '' }), ['Makefile']);
});

test('a line of shell is taken apart as shell does it', () => {
  const rows: [line: string, commands: string[][]][] = [
    ['a b && c | d; e & f', [['a', 'b'], ['c'], ['d'], ['e'], ['f']]],
    [`a "b c" 'd e' f\\ g "h\\"i"`, [['a', 'b c', 'd e', 'f g', 'h"i']]],
    [`a --b="c d"e`, [['a', '--b=c de']]],
    ['(a; b)\nc', [['a'], ['b'], ['c']]],
    [`a 'b`, [['a', 'b']]],
    ['', []],
  ];
  for (const [line, commands] of rows) assert.deepEqual(commandsIn(line), commands, line);
});

test('what merely runs a command is left out', () => {
  const rows: [line: string, words: string][] = [
    ['CI=1 npx --no-install jest --ci', 'jest --ci'],
    ['env A=1 timeout -k 5 60s pytest -q', 'pytest -q'],
    ['coverage run -m pytest', 'python -m pytest'],
    ['A=1', ''],
    ['npx', 'npx'],
  ];
  for (const [line, words] of rows) assert.equal(unwrapped(commandsIn(line)[0] ?? []).join(' '), words, line);
});

test('whatever a command and the files say, the answer is some of the changed files', async () => {
  const marks = [
    'npm',
    ' ',
    'run',
    'test',
    '-C',
    '..',
    '/',
    '&&',
    "'",
    '"',
    '\\',
    '$(',
    '*',
    'make',
    'sh',
    '-c',
    'a.sh',
    '=',
    '\n',
    '{',
    '-m',
    'python',
  ];
  const words = fc.array(fc.constantFrom(...marks), { maxLength: 12 }).map((some) => some.join(''));
  await fc.assert(
    fc.asyncProperty(words, words, async (command, line) => {
      const base = { 'package.json': manifest({ test: line }), Makefile: `test:\n\t${line}\n`, 'a.sh': line };
      const told = await behind(command, base, {
        'a.sh': 'x',
        'package.json': '{}',
        Makefile: '',
        'b.txt': '',
      });
      assert.ok(told.every((path) => ['a.sh', 'package.json', 'Makefile'].includes(path)));
    }),
    { numRuns: 300 },
  );
});

test('false green: what a command of several lines runs is named, wherever in it that stands', async () => {
  const command = 'if ! sh one.sh; then\n  sh two.sh\nfi\nwhile sh three.sh \\\n  now; do sh four.sh; done\n';
  for (const script of ['one.sh', 'two.sh', 'three.sh', 'four.sh']) {
    const inner = { [script]: 'node inner.js\n', 'inner.js': '' };
    assert.deepEqual(await behind(command, inner, { [script]: 'exit 0\n' }), [script]);
    assert.deepEqual(await behind(command, inner, { 'inner.js': 'x' }), ['inner.js'], script);
  }
});
