// cspell:ignore posargs
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { detect } from '../../src/verify/detect.ts';
import { ecosystems } from '../../src/verify/ecosystems/index.ts';

type Files = Readonly<Record<string, string>>;

/** A repository of these files; a name that ends with a slash is a folder. */
const repository = (files: Files) => ({
  read: async (path: string) => (files[path] === undefined ? null : Buffer.from(files[path])),
  list: async () => [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))],
});
const commandsOf = async (files: Files) =>
  (await detect(repository(files))).checks.map(({ command }) => command);
const scripts = (given: object, rest: object = {}) => JSON.stringify({ scripts: given, ...rest });

type Row = readonly [files: Files, commands: readonly string[]];

const tables: Readonly<Record<string, readonly Row[]>> = {
  'package.json: its scripts, by the package manager that its lock file or itself names': [
    [{ 'package.json': scripts({ test: 't' }) }, ['npm run test']],
    [{ 'package.json': scripts({ test: 't' }), 'package-lock.json': '' }, ['npm run test']],
    [{ 'package.json': scripts({ test: 't' }), 'pnpm-lock.yaml': '' }, ['pnpm run test']],
    [{ 'package.json': scripts({ test: 't' }), 'yarn.lock': '' }, ['yarn run test']],
    [{ 'package.json': scripts({ test: 't' }), 'bun.lock': '' }, ['bun run test']],
    [{ 'package.json': scripts({ test: 't' }, { packageManager: 'pnpm@9.1.0' }) }, ['pnpm run test']],
    [
      { 'package.json': scripts({ test: 't' }, { packageManager: 'yarn@4' }), 'package-lock.json': '' },
      ['yarn run test'],
    ],
    [
      { 'package.json': scripts({ test: 't' }, { devEngines: { packageManager: { name: 'bun' } } }) },
      ['bun run test'],
    ],
    [{ 'package.json': scripts({ test: 't' }, { packageManager: 'curl x' }) }, ['npm run test']],
  ],
  'package.json: tests first, then types, lint and build': [
    [
      { 'package.json': scripts({ build: 'b', lint: 'l', typecheck: 'tsc', test: 't' }) },
      ['npm run test', 'npm run typecheck', 'npm run lint'],
    ],
    [{ 'package.json': scripts({ build: 'b', lint: 'l' }) }, ['npm run lint', 'npm run build']],
    [
      { 'package.json': scripts({ 'test:unit': 'vitest run', 'type-check': 't' }) },
      ['npm run test:unit', 'npm run type-check'],
    ],
  ],
  'package.json: what another script runs already is not run twice': [
    [{ 'package.json': scripts({ test: 'npm run lint && jest', lint: 'l' }) }, ['npm run test']],
    [{ 'package.json': scripts({ test: 'jest', pretest: 'yarn lint', lint: 'l' }) }, ['npm run test']],
    [{ 'package.json': scripts({ test: 'run-s lint unit', unit: 'u', lint: 'l' }) }, ['npm run test']],
  ],
  'package.json: what never ends or changes files is no check': [
    [{ 'package.json': scripts({ test: 'jest --watch', 'test:ci': 'jest' }) }, ['npm run test:ci']],
    [{ 'package.json': scripts({ test: 'jest --watchAll=false' }) }, ['npm run test']],
    [{ 'package.json': scripts({ test: 't', lint: 'eslint --fix .' }) }, ['npm run test']],
    [
      { 'package.json': scripts({ test: 't', lint: 'eslint --fix .', 'lint:check': 'eslint .' }) },
      ['npm run test', 'npm run lint:check'],
    ],
  ],
  'package.json: a placeholder or nonsense is no test': [
    [{ 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }, []],
    [{ 'package.json': '' }, []],
    [{ 'package.json': '[]' }, []],
    [{ 'package.json': 'not json' }, []],
    [{ 'package.json': '{"scripts":[]}' }, []],
    [{ 'package.json': '{"scripts":{"test":1}}' }, []],
    [{ 'package.json': '{"scripts":{"test":" "}}' }, []],
  ],
  'Deno: its task, else its own runner': [
    [{ 'deno.json': '{"tasks":{"test":"deno test -A"}}' }, ['deno task test']],
    [
      { 'deno.jsonc': '{\n  // ours\n  "tasks": { "lint": "l", },\n}' },
      ['deno test --no-remote', 'deno task lint'],
    ],
  ],
  'Python: pytest where anything names it': [
    [{ 'pytest.ini': '' }, ['python3 -m pytest']],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['python3 -m pytest']],
    [{ 'pyproject.toml': '[project.optional-dependencies]\ndev = ["pytest>=8"]\n' }, ['python3 -m pytest']],
    [{ 'setup.cfg': '[tool:pytest]\n' }, ['python3 -m pytest']],
    [{ 'tox.ini': '[testenv]\ncommands = pytest {posargs}\n' }, ['python3 -m pytest']],
    [{ 'setup.py': '', 'requirements-dev.txt': 'pytest==8\n' }, ['python3 -m pytest']],
    [{ 'pyproject.toml': '', 'tests/conftest.py': '' }, ['python3 -m pytest']],
    [
      { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'uv.lock': '' },
      ['uv run --no-sync --offline python -m pytest'],
    ],
    [{ 'pyproject.toml': 'pytest', 'poetry.lock': '' }, ['poetry run python -m pytest']],
  ],
  'Python: else unittest, Django or tox': [
    [{ 'setup.py': '', 'tests/test_a.py': '' }, ['python3 -m unittest discover -s tests']],
    [{ 'setup.py': '', 'tests/__init__.py': '' }, ['python3 -m unittest discover -s tests -t .']],
    [{ 'test_a.py': '', 'a.py': '' }, ['python3 -m unittest']],
    [{ 'manage.py': '', 'requirements.txt': 'django\n' }, ['python3 manage.py test']],
    [{ 'tox.ini': '[testenv]\ncommands = nose2\n' }, ['tox run']],
    [{ 'pyproject.toml': '# no pytest here\n' }, []],
  ],
  'Python: linters that have settings': [
    [
      { 'pytest.ini': '', 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\nfiles = ["src"]\n' },
      ['python3 -m pytest', 'mypy', 'ruff check --no-fix .'],
    ],
    [{ 'pytest.ini': '', 'mypy.ini': '[mypy]\nstrict = True\n' }, ['python3 -m pytest']],
    [{ 'pytest.ini': '', 'setup.cfg': '[mypy]\nfiles = src\n' }, ['python3 -m pytest', 'mypy']],
  ],
  'other languages: the command of their one tool, offline': [
    [{ 'Cargo.toml': '[package]\n' }, ['cargo test --offline']],
    [{ 'Cargo.toml': '[workspace]\nmembers = ["a"]\n' }, ['cargo test --offline --workspace']],
    [{ 'go.mod': 'module x' }, ['go test ./...', 'go vet ./...']],
    [{ 'go.work': 'go 1.22' }, ["go list -f '{{.Dir}}/...' -m | xargs go test"]],
    [{ 'pom.xml': '' }, ['mvn --batch-mode --offline test']],
    [{ 'pom.xml': '', mvnw: '' }, ['./mvnw --batch-mode --offline test']],
    [{ 'build.gradle.kts': '', gradlew: '' }, ['./gradlew --offline --no-daemon test']],
    [{ 'mix.exs': '' }, ['mix test --no-deps-check']],
    [{ 'Shop.sln': '', 'Shop.csproj': '' }, ['dotnet test --no-restore']],
    [{ 'Package.swift': '' }, ['swift test --disable-automatic-resolution']],
  ],
  'Ruby: RSpec, Rails or Rake': [
    [{ Gemfile: '', '.rspec': '' }, ['bundle exec rspec']],
    [{ 'a.gemspec': '', 'spec/spec_helper.rb': '' }, ['rspec']],
    [{ Gemfile: '', 'test/a.rb': '', 'bin/rails': '' }, ['bin/rails test']],
    [{ Gemfile: '', Rakefile: 'Rake::TestTask.new do |t|\n' }, ['bundle exec rake test']],
    [{ Gemfile: '', Rakefile: 'RSpec::Core::RakeTask.new(:spec)\n' }, ['bundle exec rake spec']],
    [{ Gemfile: '', '.rspec': '', '.rubocop.yml': '' }, ['bundle exec rspec', 'bundle exec rubocop']],
    [{ Gemfile: '' }, []],
  ],
  'PHP: the scripts of Composer, else PHPUnit': [
    [
      { 'composer.json': scripts({ test: 'phpunit', phpstan: 'p' }) },
      ['composer run-script test', 'composer run-script phpstan'],
    ],
    [{ 'composer.json': '{}', 'phpunit.xml.dist': '' }, ['vendor/bin/phpunit']],
    [{ 'composer.json': '{}' }, []],
  ],
  'recipes, where no language says how it is tested': [
    [{ Makefile: 'all:\n\ntest: all\n\tsh t.sh\n' }, ['make test']],
    [{ Makefile: 'check:\n' }, ['make check']],
    [{ Makefile: 'build test : x\n' }, ['make test']],
    [{ Makefile: '.PHONY: test\ntest := 1\ntestdata:\n' }, []],
    [{ justfile: 'test *args: build\n  cargo test\n' }, ['just test']],
    [{ justfile: 'test := "1"\n' }, []],
    [{ 'Taskfile.yml': 'version: 3\ntasks:\n  test:\n    cmds: [x]\n' }, ['task test']],
    [
      { 'CMakeLists.txt': 'enable_testing()\n' },
      [
        'dir=$(mktemp -d) && cmake -S . -B "$dir" && cmake --build "$dir" --parallel && ctest --test-dir "$dir" --output-on-failure',
      ],
    ],
    [{ 'CMakeLists.txt': '# enable_testing()\n' }, []],
    [{ Makefile: 'test:\n', justfile: 'test:\n' }, ['make test']],
    [{ 'package.json': scripts({ test: 't' }), Makefile: 'test:\n' }, ['npm run test']],
    [{ 'package.json': scripts({ lint: 'l' }), Makefile: 'test:\n' }, ['make test', 'npm run lint']],
  ],
  'several languages at once, tests before all else': [
    [
      { 'go.mod': '', 'package.json': scripts({ test: 't', lint: 'l' }) },
      ['npm run test', 'go test ./...', 'npm run lint', 'go vet ./...'],
    ],
  ],
};

for (const [title, rows] of Object.entries(tables)) {
  test(title, async () => {
    for (const [files, commands] of rows)
      assert.deepEqual(await commandsOf(files), commands, JSON.stringify(files));
  });
}

test('what looks like a check and is none is told with its reason', async () => {
  const placeholder = scripts({ test: 'echo "Error: no test specified" && exit 1' });
  assert.deepEqual((await detect(repository({ 'package.json': placeholder, Makefile: 'all:\n' }))).passed, [
    "package.json has only npm's placeholder for a test",
    'Makefile has no target that tests',
  ]);
  assert.deepEqual((await detect(repository({ 'README.md': '' }))).passed, []);
});

test('whatever the files hold, the answer is a list of commands', async () => {
  const names = [
    'package.json',
    'pyproject.toml',
    'tox.ini',
    'Makefile',
    'justfile',
    'Taskfile.yml',
    'composer.json',
    'deno.json',
    'Rakefile',
    'Cargo.toml',
    'CMakeLists.txt',
  ];
  const text = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('test:', '{"scripts":{"__proto__":1}}', '[tool.ruff', 'tasks:\n  test: &a [*a]'),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), text), async (files) => {
      for (const { name, command } of (await detect(repository(files))).checks) {
        assert.ok(name !== '' && command !== '' && !command.includes('\n'));
      }
    }),
    { numRuns: 300 },
  );
});

test('every ecosystem of the folder is in the list', () => {
  const folder = join(import.meta.dirname, '../../src/verify/ecosystems');
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  const declared = readdirSync(folder).flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8');
    const found = [...code.matchAll(/^export const (\w+)(?:: Ecosystem\b| = recipes\()/gm)].map(
      ([, name = '']) => name,
    );
    for (const name of found) assert.match(index, new RegExp(`\\b${name}\\b.*from './${file}'`));
    return found;
  });
  assert.equal(declared.length, ecosystems.length);
});
