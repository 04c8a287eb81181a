import { edit, type Row, table } from './change.ts';

const packageJson = JSON.stringify({ name: 'a', version: '1.0.0', dependencies: { b: '1' } });
const cargo = '[package]\nname = "a"\nversion = "1.0.0"\n\n[dependencies]\nb = "1"\n';
const pyproject = [
  '[project]',
  'name = "a"',
  'dependencies = [',
  '  "b[c]>=1",',
  '  "d",',
  ']',
  '',
  '[tool.ruff]',
  'line-length = 99',
  '',
].join('\n');

const row = (
  title: string,
  path: string,
  before: string | null,
  after: string | null,
  found: boolean,
): Row => ({
  title: `dependencies: ${title}`,
  files: { [path]: [before, after] },
  found: found ? [`dependencies-changed ${path} 1`] : [],
});

/** Nothing is installed for the checks, so a reviewer must know. */
table([
  row('a lock file of npm', 'package-lock.json', '{}', '{ }', true),
  row('a lock file of pnpm below the root', 'packages/a/pnpm-lock.yaml', 'a', 'b', true),
  row('a lock file in bytes', 'bun.lockb', 'a\0', 'b\0', true),
  row('a lock file that is too large to read', 'Cargo.lock', 'a', 'b'.repeat(600_000), true),
  row('a new lock file', 'yarn.lock', null, 'a', true),
  row('a lock file that is gone', 'poetry.lock', 'a', null, true),
  row('pinned requirements', 'requirements-dev.txt', 'a==1\n', 'a==2\n', true),
  row('modules of Go', 'go.mod', 'a', 'b', true),
  row(
    'a version in package.json',
    'package.json',
    packageJson,
    edit(packageJson, ['"b":"1"', '"b":"2"']),
    true,
  ),
  row('a new package.json with some', 'web/package.json', null, packageJson, true),
  row(
    'a new package.json without any',
    'web/package.json',
    null,
    '{ "name": "a", "dependencies": {} }',
    false,
  ),
  row(
    'the version of the package itself',
    'package.json',
    packageJson,
    edit(packageJson, ['1.0.0', '1.0.1']),
    false,
  ),
  row('a version in Cargo.toml', 'Cargo.toml', cargo, edit(cargo, ['b = "1"', 'b = "2"']), true),
  row('the version of the crate itself', 'Cargo.toml', cargo, edit(cargo, ['1.0.0', '1.0.1']), false),
  row('one more in pyproject.toml', 'pyproject.toml', pyproject, edit(pyproject, ['"d"', '"d", "e"']), true),
  row(
    'another line length',
    'pyproject.toml',
    pyproject,
    edit(pyproject, ['line-length = 99', 'line-length = 98']),
    false,
  ),
  row('a text that is called like one', 'docs/lock.md', 'a', 'b', false),
]);
