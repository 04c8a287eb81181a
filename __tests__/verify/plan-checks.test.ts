import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planChecks } from '../../src/verify/plan-checks.ts';

const base = 'a'.repeat(40);
const repository = (files: Record<string, string>) => ({
  read: async (_tree: string, path: string) => (files[path] === undefined ? null : Buffer.from(files[path])),
});
const commandsFor = async (files: Record<string, string>) =>
  (await planChecks(null, repository(files), base)).checks.map(({ command }) => command);
const scripts = (given: Record<string, string>) => JSON.stringify({ scripts: given });

test('the settings win, and no command at all is theirs to say', async () => {
  const files = repository({ 'package.json': scripts({ test: 'x' }) });
  assert.deepEqual(
    (await planChecks(['make it', 'prove it'], files, base)).checks.map(({ command }) => command),
    ['make it', 'prove it'],
  );
  assert.deepEqual((await planChecks([], files, base)).checks, []);
});

test('what a repository’s own files say, by ecosystem', async () => {
  const table: [Record<string, string>, string[]][] = [
    [{ 'package.json': scripts({ lint: 'l', test: 't', build: 'b' }) }, ['npm run test', 'npm run lint']],
    [{ 'package.json': scripts({ test: 't' }), 'pnpm-lock.yaml': '' }, ['pnpm run test']],
    [{ 'package.json': scripts({ test: 't' }), 'yarn.lock': '' }, ['yarn run test']],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['python3 -m pytest -q']],
    [{ 'setup.cfg': '[tool:pytest]\n' }, ['python3 -m pytest -q']],
    [{ 'setup.py': 'setup()' }, ['python3 -m unittest discover']],
    [{ 'Cargo.toml': '' }, ['cargo test']],
    [{ 'go.mod': 'module x' }, ['go test ./...']],
    [{ 'pom.xml': '' }, ['mvn --offline --batch-mode test']],
    [{ Makefile: 'all:\n\ntest: all\n\tsh t.sh\n' }, ['make test']],
    [{ Makefile: 'check:\n' }, ['make check']],
    [{ 'package.json': scripts({ test: 't' }), Makefile: 'test:\n' }, ['npm run test']],
    [{ 'go.mod': '', 'package.json': scripts({ test: 't' }) }, ['npm run test', 'go test ./...']],
  ];
  for (const [files, expected] of table)
    assert.deepEqual(await commandsFor(files), expected, JSON.stringify(files));
});

test('what is no test is not run', async () => {
  assert.deepEqual(await commandsFor({}), []);
  assert.deepEqual(
    await commandsFor({ 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }),
    [],
  );
  for (const odd of ['', 'not json', '[]', '{"scripts":[]}', '{"scripts":{"test":1}}']) {
    assert.deepEqual(await commandsFor({ 'package.json': odd }), [], odd);
  }
  assert.deepEqual(await commandsFor({ Makefile: 'test := 1\ntestdata:\n' }), []);
  const { why } = await planChecks(null, repository({}), base);
  assert.equal(why, 'No check was found in the repository; name some with `verify` in the settings.');
});
