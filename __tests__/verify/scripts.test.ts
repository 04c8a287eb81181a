import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptsBehind } from '../../src/verify/scripts/index.ts';

const changed = (path: string, before: string | null = 'a', after: string | null = 'b') => ({
  path,
  before: before === null ? null : Buffer.from(before),
  after: after === null ? null : Buffer.from(after),
});
const manifest = (scripts: object) => JSON.stringify({ scripts });
const behind = (command: string, pairs: ReturnType<typeof changed>[], base = manifest({})) =>
  scriptsBehind(command, pairs, Buffer.from(base));

test('a package.json stands behind a script of its own when that, or a hook around it, says something else', () => {
  const was = manifest({ test: 'node t.js', lint: 'l' });
  const is = (scripts: object) => [
    changed('package.json', was, manifest({ test: 'node t.js', lint: 'l', ...scripts })),
  ];
  assert.deepEqual(behind('npm run test', is({ test: 'exit 0' }), was), ['package.json']);
  assert.deepEqual(behind('npm run test', is({ pretest: 'x' }), was), ['package.json']);
  assert.deepEqual(behind('npm test', is({ posttest: 'x' }), was), ['package.json']);
  assert.deepEqual(behind('npm run test', is({ lint: 'x', build: 'y' }), was), []);
  assert.deepEqual(behind('npm run test', [changed('package.json', was, null)], was), ['package.json']);
});

test('the scripts that a command runs stand behind it, by way of package.json too; what it merely reads does not', () => {
  assert.deepEqual(behind('sh ./check.sh', [changed('check.sh'), changed('other.sh')]), ['check.sh']);
  assert.deepEqual(
    behind('npm run test', [changed('tools/run.js')], manifest({ test: 'node tools/run.js --all' })),
    ['tools/run.js'],
  );
  assert.deepEqual(behind('scripts/test', [changed('scripts/test')]), ['scripts/test']);
  assert.deepEqual(behind('grep 3 sum.txt', [changed('sum.txt')]), []);
});

test('what a test runner reads stands behind it, also when it is new', () => {
  const table: [string, string, boolean][] = [
    ['python3 -m pytest -q', 'conftest.py', true],
    ['python3 -m pytest -q', 'tests/deep/conftest.py', true],
    ['python3 -m pytest -q', 'src/sitecustomize.py', true],
    ['python3 -m pytest -q', 'x.pth', true],
    ['python3 -m pytest -q', 'src/app.py', false],
    ['npm run test', 'jest.config.ts', true],
    ['npm run test', 'packages/a/vitest.config.js', true],
    ['npm run test', '.mocharc.yml', true],
    ['npm run test', 'src/app.ts', false],
    ['make test', 'Makefile', true],
    ['make test', 'conftest.py', false],
    ['cargo test', 'build.rs', true],
    ['go test ./...', 'main.go', false],
  ];
  for (const [command, path, expected] of table) {
    assert.deepEqual(behind(command, [changed(path, null)]), expected ? [path] : [], `${command}: ${path}`);
  }
});
